import { paths } from '#web/app/paths.ts';
import type { LegalSection } from './legal-page.tsx';
import { ContactDetails, ExternalLink, Fact, InternalLink, Points } from './legal-parts.tsx';

/** The second half of the policy: retention periods and the rights of the person. */
export const privacyRightsSections: readonly LegalSection[] = [
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
            menor. <Fact name="recordingTimes" />
          </li>
          <li>
            <strong>Transcrições excluídas:</strong> somem das listas na hora e são apagadas de vez, com os
            arquivos, depois de 30 dias. Se faltar espaço, os arquivos saem antes.
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
            <strong>Mensagens e pedidos de aviso sobre o lançamento de um plano:</strong> dois anos, também de
            quem não tem conta.
          </li>
          <li>
            <strong>E-mails a enviar:</strong> saem da fila minutos depois de enviados; os que não puderam ser
            entregues são apagados depois de 30 dias.
          </li>
          <li>
            <strong>Registro de cobranças:</strong> o que foi pedido à Stripe (cancelamentos, reembolsos), com
            valor, data e resultado. Com a conta apagada ele fica, sem o seu nome nem o seu e-mail, e não tem
            prazo para sair.
          </li>
          <li>
            <strong>Pagamentos:</strong> a Stripe e quem opera o serviço guardam os registros pelo prazo das
            leis fiscais e de defesa do consumidor.
          </li>
          <li>
            <strong>Uso:</strong> os minutos de cada mês, até a conta ser apagada.
          </li>
          <li>
            <strong>Registros técnicos:</strong> pelo tempo necessário para corrigir falhas e conter abusos.
          </li>
          <li>
            <strong>Registros de acesso:</strong> a empresa que opera o serviço deve guardar data, hora e
            endereço IP dos acessos por seis meses, em sigilo (Marco Civil da Internet, art. 15).
          </li>
          <li>
            <strong>Cópias de segurança:</strong> o que você apaga sai delas quando são substituídas por
            outras mais novas, no ciclo de quem opera o serviço.
          </li>
        </Points>
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
          <li>corrigir o que estiver incompleto, errado ou desatualizado;</li>
          <li>pedir que dados desnecessários sejam anonimizados, bloqueados ou eliminados;</li>
          <li>levar seus dados a outro serviço;</li>
          <li>saber com quem eles são compartilhados;</li>
          <li>
            saber que pode não dar o consentimento, e o que acontece se recusar: nada muda no serviço, só
            falta o que dependia dele, como a foto no painel ou o código por SMS;
          </li>
          <li>retirar o consentimento e apagar o que dependia dele;</li>
          <li>opor-se a um tratamento que descumpra a lei;</li>
          <li>
            pedir que alguém reveja uma decisão tomada só por máquina (art. 20): sobre pessoas, não tomamos
            nenhuma.
          </li>
        </Points>
        <p>
          Boa parte disso você mesmo faz na página Conta: corrigir o perfil, encerrar sessões, baixar tudo em
          um arquivo ZIP e apagar a conta. Para o resto, escreva ao encarregado <ContactDetails />.
          Respondemos em até 15 dias e podemos pedir que você confirme quem é.
        </p>
        <p>
          Se a resposta não bastar, reclame à{' '}
          <ExternalLink to="https://www.gov.br/anpd">
            Autoridade Nacional de Proteção de Dados (ANPD)
          </ExternalLink>{' '}
          ou aos órgãos de defesa do consumidor, como o Procon e o{' '}
          <ExternalLink to="https://consumidor.gov.br">consumidor.gov.br</ExternalLink> (art. 18, §§ 1º e 8º).
        </p>
      </>
    ),
  },
  {
    id: 'seguranca',
    title: 'Como protegemos',
    content: (
      <>
        <p>
          Cada conta só acessa os próprios dados. Senhas novas são comparadas com listas de senhas vazadas,
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
          duração durante a entrada com Google. Outro cookie lembra que você já entrou neste navegador, para
          que tentativas de estranhos não impeçam a sua entrada; ele dura até 400 dias, não diz quem você é e
          fica depois que você sai. Não há cookies de publicidade nem de estatística, e nenhuma página pede
          arquivos a outros sites.
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
          <InternalLink to={paths.terms}>termos de uso</InternalLink>.
        </p>
      </>
    ),
  },
];
