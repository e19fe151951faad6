/** public/offline/index.html has the same text, for when a whole page fails to load. */
export const noConnectionError = {
  title: 'Sem conexão',
  text: 'Esta parte da página não chegou. Verifique sua internet e recarregue; o que já estava salvo continua salvo.',
};
