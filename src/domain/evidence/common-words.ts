/** Written without accents, as all words are compared. */
const functionWords = `
  o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro com
  ao aos ate apos desde entre sobre sob ante perante contra durante mediante segundo conforme e ou mas porem contudo
  todavia entretanto que se porque pois como quando onde enquanto embora caso logo portanto assim entao tambem ja
  ainda so apenas somente mais menos muito muita muitos muitas pouco pouca bem mal tao tanto quase cerca perto uns
  ele ela eles elas eu voce voces nos gente me mim lhe lhes seu sua seus suas meu minha meus minhas nosso nossa
  nossos nossas dele dela deles delas este esta estes estas esse essa esses essas isto isso aquele aquela aqueles
  aquelas aquilo neste nesta nesse nessa naquele naquela deste desta desse dessa daquele daquela qual quais cujo cuja
  quem quanto quanta quantos quantas outro outra outros outras mesmo mesma mesmos mesmas todo toda todos todas tudo
  cada algum alguma alguns algumas algo alguem qualquer aqui ali la ca agora hoje ontem amanha depois antes sempre
  vez vezes alem partir acordo relacao vista causa meio forma parte atras dentro fora nao nunca jamais nem nenhum nenhuma ninguem nada sem tampouco hein ne sim ok`;

/** Forms of verbs that carry no topic. */
const commonVerbs = `
  ser sou e somos sao era eram foi foram seja sejam sera serao seria seriam sendo sido estar estou esta estao estava
  estavam esteve esteja ter tenho tem temos tinha tinham teve tiveram tenha tera terao teria teriam tendo tido haver
  ha havia houve havera haveria ir vou vai vamos vao ia iam ira irao iria indo fazer faz fazem fazia fez fizeram fara
  farao faria feito feita feitos feitas faca poder pode podem podia poderia podera poderao dever deve devem devia
  deveria devera deverao precisar precisa precisam preciso precisava precisaria necessario dar da dao deu dara ficar
  fica ficam ficou ficara ficaram vir vem vinha veio vieram vira querer quer querem queria`;

/** Summaries name the act of speaking, which the passage itself does not. */
const reportingVerbs = `
  dizer diz disse disseram dito dita afirmar afirma afirmou afirmaram informar informa informou relatar relata relatou
  destacar destaca destacou ressaltar ressalta ressaltou explicar explica explicou comentar comenta comentou contar
  conta contou apontar aponta apontou lembrar lembra lembrou declarar declara declarou mencionar menciona mencionou
  citar cita citou esclarecer esclarece esclareceu perguntar pergunta perguntou questionou questiona respondeu
  responde acrescentou acrescenta observou observa alertou alerta defendeu defende argumentou argumenta admitiu
  admite reconheceu reconhece confirmou confirma anunciou anuncia propos propoe sugeriu sugere solicitou solicita
  reclamou criticou contestou concordou falou fala tratou palavras`;

export const commonWords: ReadonlySet<string> = new Set(
  `${functionWords} ${commonVerbs} ${reportingVerbs}`.trim().split(/\s+/),
);

/** Verbs whose subject is the voice that speaks. */
export const speakingVerbs: ReadonlySet<string> = new Set(
  reportingVerbs.replace('dito dita', '').replace('tratou palavras', '').trim().split(/\s+/),
);
