import type { ComponentProps, ReactNode } from 'react';
import { productName } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import { SupportEmail } from '#web/app/support-email.tsx';
import type { LegalDocument, LegalSection } from './legal-page.tsx';
import { ContactDetails, Fact, InternalLink, Operator, Points } from './legal-parts.tsx';
import { privacyRightsSections } from './privacy-rights-sections.tsx';

type VendorProps = { task: string; gets: string } & (
  | { fact: ComponentProps<typeof Fact>['name'] }
  | { children: ReactNode }
);

function Vendor({ task, gets, ...named }: VendorProps) {
  return (
    <li className="wrap-anywhere">
      <strong>{task}</strong> ({gets}): {'fact' in named ? <Fact name={named.fact} /> : named.children}
    </li>
  );
}

/** The vendors that receive data. The server fills in the names of this installation. */
export const vendorsSection: LegalSection = {
  id: 'com-quem',
  title: 'Com quem os dados são compartilhados',
  content: (
    <>
      <p>
        Só com fornecedores que tornam o serviço possível, com o mínimo de dados que cada um precisa. Os de
        hoje são estes:
      </p>
      <Points>
        <Vendor task="Transcrição" gets="recebe trechos de som" fact="speechVendor" />
        <Vendor task="Resumos" gets="recebe o texto e o seu pedido" fact="languageVendor" />
        <Vendor
          task="Pagamentos"
          gets="recebe nome, e-mail, plano e, direto de você, os dados do cartão"
          fact="paymentVendor"
        />
        <Vendor task="E-mail" gets="recebe nome, e-mail e o texto de cada mensagem" fact="mailVendor" />
        <Vendor task="SMS" gets="recebe o telefone que você cadastrar e o código" fact="smsVendor" />
        <Vendor task="Entrada com Google" gets="sabe que você entrou aqui" fact="googleSignIn" />
        <Vendor task="Arquivos" gets="guarda as gravações e as cópias do som" fact="fileVendor" />
        <Vendor
          task="Senhas vazadas"
          gets="recebe cinco caracteres de um resumo criptográfico da senha, que não a revelam"
          fact="leakedPasswordsVendor"
        />
        <Vendor task="Hospedagem" gets="abriga o servidor e o banco de dados">
          a empresa que <Fact name="operatorName" /> contrata para isso.
        </Vendor>
      </Points>
      <p>
        Cada um é usado só para a tarefa que a lista diz. Por quanto tempo ele guarda o que recebe, e se pode
        usá-lo para melhorar o próprio serviço, está nos termos dele.
      </p>
      <p>
        Empresas de outros países podem tratar os dados fora do Brasil. Essa transferência é feita porque é
        necessária para executar o contrato com você (arts. 33, IX, e 7º, V, da LGPD). Para saber mais sobre
        cada fornecedor, escreva <ContactDetails />.
      </p>
    </>
  ),
};

const sections: readonly LegalSection[] = [
  {
    id: 'quem-somos',
    title: 'Quem responde pelos dados',
    content: (
      <>
        <p>
          O controlador dos seus dados no {productName} é <Fact name="operatorName" />, que decide por que e
          como eles são tratados, nos termos da Lei Geral de Proteção de Dados (LGPD, Lei nº 13.709/2018).
        </p>
        <Operator />
        <p>
          Quando a sua gravação traz a voz ou os dados de outras pessoas, o controlador desses dados é você,
          ou a organização para a qual você grava: é quem decide para que a gravação é usada. Nós somos o
          operador (art. 5º, VII): tratamos a gravação em seu nome, só para entregar o texto, o resumo e os
          arquivos que você pede.
        </p>
        <p>
          O encarregado pelo tratamento de dados pessoais atende pelo{' '}
          <InternalLink to={paths.contact}>formulário de contato</InternalLink> e pelo e-mail <SupportEmail />
          .
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
          transcrição com os tempos das palavras, os nomes de quem fala, as suas correções, os trechos que
          você marca com as suas notas, os resumos e os pedidos que os geraram.
        </li>
        <li>
          <strong>Características das vozes:</strong> quando as vozes de uma gravação são separadas, números
          que descrevem o som de cada fala ficam guardados com ela, para dizer quem fala quando. Não são
          comparados com outras gravações nem com outras pessoas, não dizem o nome de ninguém e são apagados
          com a gravação ou com o som dela.
        </li>
        <li>
          <strong>Uso e assinatura:</strong> minutos usados em cada mês, plano, situação da assinatura,
          valores e datas dos pagamentos e os identificadores deles. Os dados do cartão ficam com o
          processador de pagamentos; nunca passam por nós.
        </li>
        <li>
          <strong>Mensagens:</strong> o que você escreve no contato, no suporte, no feedback ou ao pedir um
          aviso sobre o lançamento de um plano.
        </li>
        <li>
          <strong>Registros técnicos:</strong> horário, endereço da página ou chamada, resultado e um número
          do pedido, para achar falhas e conter abusos. O conteúdo das gravações e dos textos não entra neles.
        </li>
        <li>
          <strong>Registros de acesso:</strong> data, hora e endereço IP de cada acesso, que a lei manda
          guardar.
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
            <strong>Cumprir a lei (art. 7º, II):</strong> guardar registros de pagamento pelo prazo legal e os
            de acesso por seis meses (Marco Civil da Internet, art. 15), e responder a ordens válidas de
            autoridades.
          </li>
          <li>
            <strong>Legítimo interesse (art. 7º, IX):</strong> proteger contas, limitar abusos, corrigir
            falhas e responder às mensagens que você envia.
          </li>
          <li>
            <strong>Consentimento (art. 7º, I):</strong> o que você preenche se quiser, como foto, telefone,
            perguntas opcionais do cadastro e o pedido de aviso sobre o lançamento de um plano. Nada disso é
            preciso para usar o serviço, e você pode retirar o consentimento quando quiser.
          </li>
          <li>
            <strong>Exercício de direitos (art. 7º, VI):</strong> defesa em processos, quando for preciso.
          </li>
        </Points>
        <p>
          Não vendemos dados, não mostramos anúncios e não treinamos modelos com as suas gravações ou textos.
          Nenhuma decisão sobre pessoas é tomada só por máquinas.
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
          transcrição. O motor de hoje: <Fact name="speechLabel" />. Um resumo só é feito quando você pede:
          nessa hora o texto, sem o áudio, vai ao modelo de linguagem. A próxima seção diz onde cada um deles
          está.
        </p>
        <p>
          Antes de enviar a voz de alguém, tenha a permissão dessa pessoa ou outro motivo que a lei aceite.
        </p>
        <p>
          Gravações podem trazer dados sensíveis, como os de saúde, religião ou opinião política, e dados de
          crianças. Quem grava ou envia responde por ter uma base legal para eles (arts. 11 e 14 da LGPD). Dos
          seus próprios, tratamos os que você mesmo envia, só para prestar o serviço que pediu (art. 11, II,
          d). Não os procuramos nem os usamos para outro fim.
        </p>
      </>
    ),
  },
  vendorsSection,
  ...privacyRightsSections,
];

export const privacyDocument: LegalDocument = {
  title: 'Política de privacidade',
  updated: 'abril de 2025',
  lead: 'O que guardamos, para que, com quem dividimos, por quanto tempo, e como você vê, leva ou apaga os seus dados.',
  sections,
};
