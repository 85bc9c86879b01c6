import { productName } from '../../shared/product.ts'
import { exportedTables } from './exported-tables.ts'

interface About {
  businessName: string
  moment: Date
}

/** For whoever opens the archive, perhaps years from now. */
export function exportReadme({ businessName, moment }: About): string {
  const width = Math.max(...exportedTables.map(({ name }) => name.length))
  const tables = [{ name: 'account', about: 'Who you are' }, ...exportedTables]
  return `${productName}: the data of ${businessName}
As it was at ${moment.toISOString()}.

WHAT IS IN HERE

The folder csv has one table a file, for spreadsheets. The folder json has the same
for programs, and is the exact one of the two. A table that is very long goes on in
further files (such as mails-2.json).

${tables.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

HOW TO READ IT

- Money: in JSON whole cents, in fields that end with _cents (12550). In CSV an
  amount with two decimals, in a column without that ending (125.50). Inside lines,
  fees and other nested values it is cents in both.
- Times are in UTC. Dates without a time are as you entered them.
- In CSV, a text that begins with = + - @ or a tab has an apostrophe (') put before
  it, because a spreadsheet would take it for a formula. In JSON it stands as it is.
- In CSV, nested values such as the lines of an invoice are written as JSON. The HTML
  of mails and what was attached to them is in JSON only.

WHAT IS NOT IN HERE

- Passwords and secret keys of your own accounts with others. Fields that begin with
  has_ say whether one is saved.
- Your password to ${productName}, of which only a fingerprint is kept, and where you
  are signed in, which your settings show.
- What others keep for you, such as payment providers.
`
}
