/** A link in running text: underlined, because colour alone does not tell it from the words around it. */
export const textLink =
  'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-current'
