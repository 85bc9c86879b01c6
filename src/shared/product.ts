/** What the product calls itself. One place, so that an operator can put another name on it. */
export const productName = 'Millrace'
export const productDomain = 'millrace.example'
