import { paths } from '../../paths.ts';
import { productName } from '../../product.ts';
import type { LegalDocument, LegalSection } from './legal-page.tsx';
import { EngineName, HowToReachUs, InnerLink, Points, RecordingTimes } from './legal-parts.tsx';

const sections: readonly LegalSection[] = [
  {
    id: 'quem-somos',
    title: 'Quem responde pelos dados',
    content: (
      <>
        <p>
          O controlador dos seus dados é quem opera esta instalação do {productName}. É quem decide por que e
          como os dados são tratados, nos termos da Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018).
        </p>
        <p>
          Quando a sua gravação traz a voz ou os dados de outras pessoas, você decide para que ela é usada.
          Nós a tratamos em seu nome, só para entregar o texto, o resumo e os arquivos que você pede.
        </p>
        <p>
          O encarregado pelo tratamento de dados pessoais atende pelo{' '}
          <InnerLink to={paths.contact}>formulário de contato</InnerLink> e pelo e-mail que está em{' '}
          <InnerLink to="#seus-direitos">Seus direitos</InnerLink>.
        </p>
      </>
    ),
  },
  {
    id: 'quais-dados',
    title: 'Quais dados guardamos',
    content: (
      <Points>
        <li>
          <strong>Conta:</strong> nome, e-mail, ocupação e, se você informar, para que usa o serviço, como nos
          conheceu e uma foto. A senha é guardada só como um resumo criptográfico, que não permite lê-la.
        </li>
        <li>
          <strong>Entrada com Google:</strong> nome, e-mail e foto que o Google informa, se você escolher
          entrar por ele.
        </li>
        <li>
          <strong>Segurança:</strong> sessões abertas, com endereço IP, navegador e datas, e os meios de
          verificação em duas etapas que você cadastrar, inclusive o telefone.
        </li>
        <li>
          <strong>Gravações e textos:</strong> os arquivos que você envia ou grava, uma cópia menor do som, a
          transcrição com os tempos das palavras, os nomes de quem fala, as suas correções, os resumos e os
          pedidos que os geraram.
        </li>
        <li>
          <strong>Uso e assinatura:</strong> minutos usados em cada mês, plano, situação da assinatura,
          valores e datas dos pagamentos e os identificadores deles. Os dados do cartão ficam com o
          processador de pagamentos; nunca passam por nós.
        </li>
        <li>
          <strong>Mensagens:</strong> o que você escreve no contato, no suporte, no feedback ou ao pedir
          notícias de um plano.
        </li>
        <li>
          <strong>Registros técnicos:</strong> horário, endereço da página ou chamada, resultado e um número
          do pedido, para achar falhas e conter abusos. O conteúdo das gravações e dos textos não entra neles.
        </li>
      </Points>
    ),
  },
  {
    id: 'para-que',
    title: 'Para que usamos, e com que base legal',
    content: (
      <>
        <Points>
          <li>
            <strong>Executar o contrato com você (art. 7º, V):</strong> criar a conta, transcrever, resumir,
            guardar e exportar os seus textos, cobrar o plano e avisar por e-mail quando algo fica pronto.
          </li>
          <li>
            <strong>Cumprir a lei (art. 7º, II):</strong> guardar registros de pagamento pelo prazo legal e
            responder a ordens válidas de autoridades.
          </li>
          <li>
            <strong>Legítimo interesse (art. 7º, IX):</strong> proteger contas, limitar abusos, corrigir
            falhas e responder às mensagens que você envia.
          </li>
          <li>
            <strong>Consentimento (art. 7º, I):</strong> o que você preenche se quiser, como foto, telefone,
            perguntas opcionais do cadastro e o pedido de notícias de um plano. Você pode retirá-lo quando
            quiser.
          </li>
          <li>
            <strong>Exercício de direitos (art. 7º, VI):</strong> defesa em processos, quando for preciso.
          </li>
        </Points>
        <p>
          Não vendemos dados, não mostramos anúncios e não treinamos modelos com as suas gravações ou textos.
          O que a máquina escreve pode e deve ser revisto por você: nenhuma decisão sobre pessoas é tomada de
          forma automática.
        </p>
      </>
    ),
  },
  {
    id: 'gravacoes',
    title: 'O que acontece com as gravações',
    content: (
      <>
        <p>
          O arquivo sai do seu navegador por conexão cifrada, quando o site é aberto por https. De um vídeo,
          quando o formato permite, só o som é enviado. O que você grava pelo microfone fica no seu navegador
          até ser enviado ou descartado.
        </p>
        <p>
          No servidor, o arquivo é conferido, o som é cortado em trechos e cada trecho passa pelo motor de
          transcrição. Ele pode rodar na própria máquina do serviço ou em um fornecedor externo; nesse caso,
          os trechos de som vão até lá.
          <EngineName />
        </p>
        <p>
          Um resumo só é feito quando você pede. Nessa hora o texto, sem o áudio, vai ao modelo de linguagem
          configurado.
        </p>
        <p>
          Antes de enviar a voz de alguém, tenha a permissão dessa pessoa ou outro motivo que a lei aceite.
          Dados sensíveis, como os de saúde, e gravações de crianças pedem cuidado maior.
        </p>
      </>
    ),
  },
  {
    id: 'com-quem',
    title: 'Com quem os dados são compartilhados',
    content: (
      <>
        <p>
          Só com fornecedores que tornam o serviço possível, com o mínimo de dados que cada um precisa. Quem
          opera a instalação escolhe quais usar:
        </p>
        <Points>
          <li>
            <strong>Stripe</strong>, para pagamentos: nome, e-mail, plano e os dados do cartão, que você
            informa a ela diretamente.
          </li>
          <li>
            <strong>Serviço de e-mail</strong>, para entregar as mensagens: nome, e-mail e o texto do aviso.
          </li>
          <li>
            <strong>Transcrição</strong>: os trechos de som, se o motor não rodar na própria máquina. Pode ser
            OpenAI, AssemblyAI, Deepgram ou outro servidor compatível.
          </li>
          <li>
            <strong>Resumos</strong>: o texto a resumir e o seu pedido. Pode ser OpenAI, Anthropic, Google,
            OpenRouter, Groq ou um modelo na própria máquina.
          </li>
          <li>
            <strong>Google</strong>, se você entrar por ele, e um <strong>serviço de SMS</strong>, se você
            cadastrar um telefone.
          </li>
          <li>
            <strong>Hospedagem e armazenamento</strong> dos arquivos e do banco de dados.
          </li>
          <li>
            <strong>Have I Been Pwned</strong>, para recusar senhas vazadas: recebe só os cinco primeiros
            caracteres de um resumo da senha, que não a revelam.
          </li>
        </Points>
        <p>
          Alguns desses fornecedores ficam fora do Brasil. A transferência internacional segue os arts. 33 a
          36 da LGPD. Para saber quais são usados nesta instalação, e onde, pergunte <HowToReachUs />.
        </p>
      </>
    ),
  },
  {
    id: 'por-quanto-tempo',
    title: 'Por quanto tempo guardamos',
    content: (
      <>
        <Points>
          <li>
            <strong>Textos e resumos:</strong> até você excluir, ou até a conta ser apagada.
          </li>
          <li>
            <strong>Gravações:</strong> o arquivo enviado e a cópia do som ficam com o texto, salvo prazo
            menor escolhido por quem opera a instalação.
          </li>
          <li>
            <strong>Transcrições excluídas:</strong> somem das listas na hora e são apagadas de vez, com os
            arquivos, depois de 30 dias.
          </li>
          <li>
            <strong>Envios que não terminaram:</strong> cerca de um dia.
          </li>
          <li>
            <strong>Conta apagada:</strong> perfil, textos, sessões e uso saem do banco na hora; os arquivos
            são removidos em seguida. As mensagens que você nos enviou pelo site perdem o nome, o e-mail e o
            conteúdo; as cópias que chegaram ao e-mail da equipe seguem o prazo da caixa de entrada.
          </li>
          <li>
            <strong>Sessões:</strong> com o endereço IP e o navegador, por até 30 dias sem uso, e mais um dia
            depois de vencidas.
          </li>
          <li>
            <strong>Limites de tentativas:</strong> endereços IP e e-mails são guardados só como um resumo
            criptográfico, por cerca de um dia.
          </li>
          <li>
            <strong>Mensagens e pedidos de notícias:</strong> dois anos, também de quem não tem conta.
          </li>
          <li>
            <strong>E-mails a enviar:</strong> saem da fila minutos depois de enviados; os que não puderam ser
            entregues são apagados depois de 30 dias.
          </li>
          <li>
            <strong>Registro de cobranças:</strong> o que foi pedido à Stripe (cancelamentos, reembolsos), com
            valor, data e resultado. Com a conta apagada ele fica, sem dizer de quem era.
          </li>
          <li>
            <strong>Pagamentos:</strong> a Stripe e quem opera o serviço guardam os registros pelo prazo das
            leis fiscais e de defesa do consumidor.
          </li>
        </Points>
        <RecordingTimes />
        <p>Cópias de segurança, quando existem, são substituídas no ciclo de quem opera a instalação.</p>
      </>
    ),
  },
  {
    id: 'seus-direitos',
    title: 'Seus direitos',
    content: (
      <>
        <p>A LGPD (art. 18) garante a você, sem custo:</p>
        <Points>
          <li>confirmar se tratamos seus dados e ter acesso a eles;</li>
          <li>corrigir o que estiver incompleto, errado ou antigo;</li>
          <li>pedir que dados desnecessários sejam anonimizados, bloqueados ou eliminados;</li>
          <li>levar seus dados a outro serviço;</li>
          <li>saber com quem eles são compartilhados;</li>
          <li>retirar o consentimento e apagar o que dependia dele;</li>
          <li>opor-se a um tratamento que descumpra a lei.</li>
        </Points>
        <p>
          Muito disso você faz sozinho na página Conta: corrigir o perfil, encerrar sessões, baixar tudo em um
          arquivo ZIP e apagar a conta. Para o resto, escreva ao encarregado <HowToReachUs />. Respondemos em
          até 15 dias e podemos pedir que você confirme quem é.
        </p>
        <p>Você também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).</p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Como protegemos',
    content: (
      <>
        <p>
          Cada conta só alcança o que é dela. Senhas novas são comparadas com listas de senhas vazadas,
          tentativas repetidas são contidas, e você pode exigir um segundo fator para entrar. Mudanças
          importantes na conta são avisadas por e-mail.
        </p>
        <p>
          Nenhum sistema é infalível. Se um incidente puder causar risco ou dano relevante a você, avisaremos
          você e a ANPD, como manda o art. 48 da LGPD.
        </p>
      </>
    ),
  },
  {
    id: 'navegador',
    title: 'Cookies e o que fica no navegador',
    content: (
      <>
        <p>
          Usamos um cookie de sessão, que mantém você conectado e que scripts não leem, e cookies de curta
          duração durante a entrada com Google. Não há cookies de publicidade nem de estatística, e nenhuma
          página pede arquivos a outros sites.
        </p>
        <p>
          O armazenamento do navegador guarda o acesso da sessão, o tema, preferências do player, rascunhos
          que ainda não chegaram ao servidor e arquivos a caminho. Sair da conta limpa o que é seu, com uma
          exceção: gravações feitas pelo microfone e ainda não enviadas ficam neste navegador, oferecidas só a
          você quando entrar de novo, até que as envie ou descarte, ou apague a conta aqui. Sem conexão, o
          navegador mostra uma página de aviso guardada por nós; dados seus não são guardados por ela.
        </p>
      </>
    ),
  },
  {
    id: 'mudancas',
    title: 'Crianças e mudanças nesta política',
    content: (
      <>
        <p>
          O serviço é para maiores de 18 anos. Adolescentes a partir de 16 podem usá-lo com a assistência dos
          responsáveis.
        </p>
        <p>
          Se esta política mudar, a data no alto muda também; de uma mudança relevante você é avisado por
          e-mail ou no site antes que ela valha. As regras de uso estão nos{' '}
          <InnerLink to={paths.terms}>termos de uso</InnerLink>.
        </p>
      </>
    ),
  },
];

export const privacyDocument: LegalDocument = {
  title: 'Política de privacidade',
  updated: 'abril de 2025',
  lead: 'O que guardamos, para que, com quem dividimos, por quanto tempo, e como você vê, leva ou apaga os seus dados.',
  sections,
};
