import type { ReactNode } from 'react';
import type { LegalSection } from './legal-page.tsx';
import { Fact, HowToReachUs, Points } from './legal-parts.tsx';

type VendorProps = { task: string; gets: string; children: ReactNode };

function Vendor({ task, gets, children }: VendorProps) {
  return (
    <li className="wrap-anywhere">
      <strong>{task}</strong> ({gets}): {children}
    </li>
  );
}

/** Who gets what: the names are those of this installation, put in by the server. */
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
        <Vendor task="Transcrição" gets="recebe trechos de som">
          <Fact name="speechVendor" />
        </Vendor>
        <Vendor task="Resumos" gets="recebe o texto e o seu pedido">
          <Fact name="languageVendor" />
        </Vendor>
        <Vendor task="Pagamentos" gets="recebe nome, e-mail, plano e, direto de você, os dados do cartão">
          <Fact name="paymentVendor" />
        </Vendor>
        <Vendor task="E-mail" gets="recebe nome, e-mail e o texto de cada mensagem">
          <Fact name="mailVendor" />
        </Vendor>
        <Vendor task="SMS" gets="recebe o telefone que você cadastrar e o código">
          <Fact name="smsVendor" />
        </Vendor>
        <Vendor task="Entrada com Google" gets="sabe que você entrou aqui">
          <Fact name="googleSignIn" />
        </Vendor>
        <Vendor task="Arquivos" gets="guarda as gravações e as cópias do som">
          <Fact name="fileVendor" />
        </Vendor>
        <Vendor
          task="Senhas vazadas"
          gets="recebe cinco caracteres de um resumo criptográfico da senha, que não a revelam"
        >
          <Fact name="leakedPasswordsVendor" />
        </Vendor>
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
        cada fornecedor, escreva <HowToReachUs />.
      </p>
    </>
  ),
};
