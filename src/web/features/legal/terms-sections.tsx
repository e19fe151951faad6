import { productName } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import type { LegalDocument, LegalSection } from './legal-page.tsx';
import { ContactDetails, Fact, InternalLink, Operator, Points } from './legal-parts.tsx';

const sections: readonly LegalSection[] = [
  {
    id: 'o-servico',
    title: 'O que é o serviço',
    content: (
      <>
        <p>
          O {productName} transforma áudio e vídeo em texto, permite corrigir esse texto, baixá-lo e gerar
          resumos com inteligência artificial. Estes termos são o contrato que <Fact name="operatorName" />{' '}
          faz com você.
        </p>
        <Operator />
        <p>
          Ao criar uma conta, você concorda com estes termos e com a{' '}
          <InternalLink to={paths.privacy}>política de privacidade</InternalLink>. Se não concordar, não use o
          serviço.
        </p>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Sua conta',
    content: (
      <>
        <p>
          Use dados verdadeiros e um e-mail seu. Guarde a senha e não divida o acesso. Se desconfiar de que
          outra pessoa entrou na sua conta, troque a senha, encerre as outras sessões na página Conta e avise
          a equipe.
        </p>
        <p>
          É preciso ter 18 anos, ou 16 com a assistência de um responsável, ou representar uma empresa com
          poderes para isso.
        </p>
      </>
    ),
  },
  {
    id: 'planos',
    title: 'Planos e limites',
    content: (
      <>
        <p>
          Cada plano diz quantas horas de áudio transcreve por mês, a duração máxima de um arquivo, o espaço
          para guardar arquivos e os formatos que libera. Os valores e limites que valem são os da página{' '}
          <InternalLink to={paths.plans}>Planos</InternalLink> no momento da contratação.
        </p>
        <Points>
          <li>
            As horas contam do primeiro ao último dia do mês, no horário de Brasília, e não se acumulam.
          </li>
          <li>O tempo do arquivo é reservado no envio e gasto quando o texto fica pronto.</li>
          <li>Excluir uma transcrição não devolve minutos.</li>
          <li>
            Quando seus arquivos ocupam todo o espaço do plano, não é possível enviar outros até liberar
            espaço; nada é apagado por isso.
          </li>
          <li>Se a falha for nossa, os minutos voltam e você pode tentar de novo sem custo.</li>
          <li>No plano gratuito, as transcrições levam uma linha de marca d’água.</li>
        </Points>
      </>
    ),
  },
  {
    id: 'pagamento',
    title: 'Pagamento e renovação',
    content: (
      <>
        <p>
          Os planos pagos são cobrados no cartão, pela Stripe, no início de cada período, mensal ou anual, e
          se renovam sozinhos até que você cancele. Não guardamos os dados do cartão.
        </p>
        <p>
          Se um pagamento falhar, avisamos por e-mail e o plano continua por 7 dias, para que você atualize o
          cartão. Depois disso a conta volta ao plano gratuito; seus textos continuam lá.
        </p>
        <p>
          Um preço novo vale para quem contrata ou troca de plano depois dele. Se o preço subir para quem já
          assina, avisamos 30 dias antes; dá para cancelar sem pagar o novo valor.
        </p>
      </>
    ),
  },
  {
    id: 'troca-de-plano',
    title: 'Troca de plano e crédito',
    content: (
      <>
        <p>
          A troca de um plano pago por outro vale na hora. O cartão paga o preço do novo plano menos o que
          você já pagou e ainda não usou. Antes de confirmar, você vê esse valor e quando vem a próxima
          cobrança. Se o cartão recusar, o plano não muda.
        </p>
        <p>
          Quando o que sobra do plano anterior vale mais do que o novo, nada é cobrado e a diferença vira
          crédito. Trocar de plano desfaz um cancelamento já pedido: a assinatura volta a se renovar.
        </p>
        <Points>
          <li>O crédito paga as próximas cobranças antes do cartão.</li>
          <li>Ele não vence: se a assinatura acabar, fica guardado e paga a seguinte.</li>
          <li>Ele não é pago em dinheiro, salvo quando a lei mandar.</li>
          <li>Ele se perde se você apagar a conta.</li>
        </Points>
        <p>
          Um plano menor não apaga nada do que você já tem; só limita o que vier depois. Voltar ao plano
          gratuito é cancelar, como explica a próxima seção.
        </p>
      </>
    ),
  },
  {
    id: 'cancelamento',
    title: 'Cancelamento, arrependimento e reembolso',
    content: (
      <>
        <p>
          Você cancela quando quiser, na página Meu plano, sem falar com ninguém. O plano vale até o fim do
          período pago e não há nova cobrança. Se o último pagamento falhou, o plano termina na hora.
        </p>
        <p>
          O Código de Defesa do Consumidor (art. 49) dá 7 dias para desistir de uma compra feita pela
          internet. Nós aplicamos esse prazo também às renovações e às trocas de plano: peça o reembolso na
          página Meu plano em até 7 dias depois do pagamento, sem dizer por quê.
        </p>
        <p>
          Tudo o que o cartão pagou por essa assinatura nos últimos 7 dias volta de uma vez ao mesmo cartão, e
          o plano dela termina na hora. O que vinha de pagamentos mais antigos não volta ao cartão: fica como
          crédito para a próxima assinatura. Se a Stripe não puder devolver logo, o pedido fica registrado,
          tentamos até conseguir e avisamos por e-mail.
        </p>
        <p>
          Depois dos 7 dias, o período já iniciado não é reembolsado, salvo defeito do serviço ou outro caso
          em que a lei mande devolver.
        </p>
      </>
    ),
  },
  {
    id: 'suas-gravacoes',
    title: 'Suas gravações e seus textos',
    content: (
      <>
        <p>
          O que você envia e o texto que resulta são seus. Você nos autoriza apenas a guardar, converter,
          transcrever e, quando pedir, resumir esse conteúdo, inclusive por meio dos fornecedores citados na
          política de privacidade, só para prestar o serviço. A autorização termina quando o conteúdo é
          apagado de vez, até 30 dias depois da exclusão.
        </p>
        <p>
          Você garante que pode gravar e enviar o que envia: que tem a permissão de quem fala, ou outro motivo
          que a lei aceite, e os direitos sobre obras protegidas.
        </p>
      </>
    ),
  },
  {
    id: 'uso-aceitavel',
    title: 'O que não é permitido',
    content: (
      <>
        <Points>
          <li>
            enviar gravações obtidas por escuta ou acesso ilegal, ou que violem direitos de outras pessoas;
          </li>
          <li>usar o serviço para ameaçar, perseguir, fraudar ou explorar alguém;</li>
          <li>tentar entrar em contas alheias, burlar limites, sobrecarregar ou atacar o sistema;</li>
          <li>criar várias contas para somar horas gratuitas;</li>
          <li>revender o acesso sem acordo conosco.</li>
        </Points>
        <p>
          Quem descumprir pode ter a conta suspensa ou encerrada. Salvo urgência ou ordem legal, avisamos
          antes e damos a chance de explicar e de baixar os textos.
        </p>
      </>
    ),
  },
  {
    id: 'maquina-erra',
    title: 'A máquina erra',
    content: (
      <p>
        Transcrições e resumos são feitos por inteligência artificial e podem trocar palavras, nomes e
        números, omitir trechos ou afirmar o que não foi dito. Confira com o áudio antes de usar o texto em
        decisões, provas, laudos, citações ou publicações. O serviço não substitui a degravação oficial nem a
        orientação de um profissional.
      </p>
    ),
  },
  {
    id: 'disponibilidade',
    title: 'Disponibilidade e responsabilidade',
    content: (
      <>
        <p>
          Cuidamos para que o serviço fique no ar, mas pode haver paradas para manutenção, falhas e
          indisponibilidade de fornecedores. Guarde cópias do que for importante: todo texto pode ser baixado.
        </p>
        <p>
          Respondemos pelos danos que causarmos, como manda a lei. Nada nestes termos afasta direitos que o
          Código de Defesa do Consumidor garante a você. Entre empresas, a responsabilidade fica limitada ao
          valor pago nos 12 meses anteriores, salvo dolo ou culpa grave.
        </p>
      </>
    ),
  },
  {
    id: 'encerramento',
    title: 'Encerramento da conta',
    content: (
      <>
        <p>
          Você pode apagar a conta na página Conta, quando quiser. A exclusão é definitiva e apaga textos e
          gravações, como explica a política de privacidade. Baixe antes o que quiser levar.
        </p>
        <p>
          Uma assinatura ativa termina na hora, sem devolução do que já foi pago, e um crédito se perde. Para
          receber de volta pagamentos dos últimos 7 dias, peça o reembolso na página Meu plano antes de apagar
          a conta; o que já foi pedido é devolvido mesmo sem ela. Quem apagou a conta sem pedir ainda tem o
          direito de arrependimento da lei: escreva à equipe dentro do prazo.
        </p>
        <p>
          Se o serviço acabar, avisamos com 30 dias de antecedência e devolvemos o crédito e a parte não usada
          do que foi pago.
        </p>
      </>
    ),
  },
  {
    id: 'gerais',
    title: 'Mudanças, lei e contato',
    content: (
      <>
        <p>
          Estes termos podem mudar. A data no alto mostra a versão que vale; de uma mudança relevante você é
          avisado com antecedência e, se não concordar, pode encerrar a conta.
        </p>
        <p>
          Vale a lei brasileira. O consumidor pode propor ação no foro do seu domicílio. Antes disso, fale com
          a equipe <ContactDetails />: a maioria dos casos se resolve em uma conversa.
        </p>
      </>
    ),
  },
];

export const termsDocument: LegalDocument = {
  title: 'Termos de uso',
  updated: 'março de 2025',
  lead: 'As regras do serviço em linguagem direta: o que você pode esperar de nós, e o que esperamos de você.',
  sections,
};
