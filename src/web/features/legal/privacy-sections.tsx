import { paths } from '../../paths.ts';
import { productName } from '../../product.ts';
import { SupportEmail } from '../../support-email.tsx';
import type { LegalDocument, LegalSection } from './legal-page.tsx';
import { EngineName, HowToReachUs, InnerLink, Operator, Points } from './legal-parts.tsx';
import { privacyRightsSections } from './privacy-rights-sections.tsx';

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
        <Operator />
        <p>
          Quando a sua gravação traz a voz ou os dados de outras pessoas, você decide para que ela é usada.
          Nós a tratamos em seu nome, só para entregar o texto, o resumo e os arquivos que você pede.
        </p>
        <p>
          O encarregado pelo tratamento de dados pessoais atende pelo{' '}
          <InnerLink to={paths.contact}>formulário de contato</InnerLink> e pelo e-mail <SupportEmail />.
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
  ...privacyRightsSections,
];

export const privacyDocument: LegalDocument = {
  title: 'Política de privacidade',
  updated: 'abril de 2025',
  lead: 'O que guardamos, para que, com quem dividimos, por quanto tempo, e como você vê, leva ou apaga os seus dados.',
  sections,
};
