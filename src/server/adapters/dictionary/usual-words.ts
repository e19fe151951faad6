/** Words of spoken Brazilian Portuguese that VERO lacks, in small letters. Without them, good texts are full of doubts. */
export const usualWords: ReadonlySet<string> = new Set(
  [
    // Spoken forms.
    'né tá tô tava tavam tão cê cês ocê ocês pra pro pras pros prum pruma num numa dum duma vamo vambora bora peraí',
    'aí ah ahn aham uhum hum hã eh ei opa oxe oxente uai ué véi véio mano mina cara tipo daí tchau oi alô ok okay',
    'tamo tamos tiver cadê quede nóis ora eita puxa poxa caramba vixe vix xi ufa hein heim mó zoeira rolê perrengue',
    'zuar zoar treta trampo trampar busão facul vestiba profe vó vô tia mamãe papai filhão gente galera pessoalmente',
    // Loans.
    'podcast podcasts app apps site sites online offline email emails link links login logins like likes post posts',
    'feed feedback feedbacks chat chats bot bots blog blogs vlog live lives stream streaming streamer influencer',
    'influencers coach coaches coaching startup startups software softwares hardware backup download downloads upload',
    'uploads deploy deploys bug bugs debug script scripts token tokens prompt prompts big data cloud machine learning',
    'deep fake news hacker hackers hacking smartphone smartphones tablet tablets notebook notebooks mouse touch',
    'wi-fi wifi bluetooth streaming e-commerce marketing branding brand insight insights input output job jobs freela',
    'freelancer freelancers home office coworking workshop workshops webinar webinars deadline deadlines meeting call',
    'calls brainstorm brainstorming briefing briefings budget budgets business compliance benchmark benchmarks know-how',
    'mindset storytelling networking pitch spin-off spread hedge trade trader traders day rating ranking shopping',
    'delivery fast food drive-thru drink drinks happy hour show shows fashion look looks make spoiler spoilers hobby',
    'hobbies trailer playlist playlists reality gamer gamers game games player players crush stalkear shippar zapear',
    'googlar tuitar postar printar print prints resetar deletar logar clicar escanear startar bug checklist follow',
    // Names of products and organisations.
    'google youtube whatsapp instagram facebook tiktok twitter telegram uber ifood netflix spotify amazon microsoft',
    'apple android windows linux excel word powerpoint gmail zoom teams meet skype iphone ipad chatgpt openai linkedin',
    'wikipedia nubank itaú bradesco petrobras embraer embrapa anvisa anatel aneel ibama incra sebrae senac sesc senai',
    'fuvest enem sisu prouni fies capes cnpq fapesp fiocruz butantan covid covid-19 lgpd pix sus inss fgts cpf cnpj',
    'clt onu oms fifa cbf stf stj tst tse tcu oab mei pib ipca selic icms iptu ipva atp adn rna dna nadh',
    // Given names that parents write in many ways.
    'wesley kelly yuri thaís thais thiago thalita jéssica jennifer michelle michele wellington washington wagner',
    'walter wanderley wilson william willian kaique kauan kauã karen karina kátia kleber kevin tayná tainá rayssa',
    'raíssa larissa lorena luana luan davi miguel enzo heitor théo gael helena heloísa valentina lívia lara yasmin',
    'emanuelly manuela isadora isis ísis nicole stephanie stefany bryan ryan anderson everton jefferson emerson gislaine',
    'lucineide edileusa edvaldo josué itamar ademir valdir valdemar claudinei rosângela rosilene marlene marilene',
  ]
    .join(' ')
    .split(' '),
);
