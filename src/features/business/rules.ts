/** Returns the path of an uploaded file. */
export function fileUrl(id: string): string {
  return `/api/v1/files/${id}`
}

/** Why the home currency stays as it is. */
export function currencyFixed(currency: string): string {
  return `Amounts are stored in ${currency} already, so the home currency can’t be changed anymore.`
}
