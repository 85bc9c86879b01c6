/** A link in running text. It is underlined because colour alone would not distinguish it. */
export const textLink =
  'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-current'
