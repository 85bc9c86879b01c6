/** A link in running text. It is underlined because colour alone would not distinguish it. */
export const textLink =
  'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-current'

/** A link that opens what a row of a list shows. */
export const rowLink =
  'font-medium text-foreground decoration-border-strong underline-offset-4 hover:underline touch:-my-2.5 touch:py-2.5'

/** The same where it is the only control of its row: on a narrow screen, all of the card is the link. */
export const wholeRowLink = `${rowLink} as-cards:after:absolute as-cards:after:inset-0`
