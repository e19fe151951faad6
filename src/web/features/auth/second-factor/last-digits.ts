/** Of a number that comes with most of it hidden: "•••• 9999" is "9999". */
export function lastDigits(phone: string | null) {
  return phone?.replaceAll(/\D/g, '') ?? '';
}
