/** Words before a name that are no part of it, without accents and capitals. A summary drops or adds them. */
export const personalTitles: ReadonlySet<string> = new Set(
  'dr dra doutor doutora dona seu sr sra senhor senhora secretaria secretario presidente enfermeira enfermeiro professor professora prof profa comandante vereador vereadora engenheiro engenheira prefeito prefeita deputado deputada'.split(
    ' ',
  ),
);
