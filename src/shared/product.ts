/** The name of the product. It is defined only here, so that an operator can change it. */
export const productName = 'Millrace'
export const productDomain = 'millrace.example'
