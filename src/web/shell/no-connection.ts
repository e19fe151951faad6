/** Also said by public/offline/index.html, where a whole page did not come. */
export const noConnectionError = {
  title: 'Sem conexão',
  text: 'Esta parte da página não chegou. Verifique sua internet e recarregue; o que já estava salvo continua salvo.',
};
