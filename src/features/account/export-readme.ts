import { productName } from '../../shared/product.ts'
import { exportedTables } from './exported-tables.ts'
import { invoiceLinesSheet } from './invoice-lines-sheet.ts'

/** Returns the README of an archive, which its owner may open years later. */
export function exportReadme({ businessName, moment }: { businessName: string; moment: Date }): string {
  const width = Math.max(...exportedTables.map(({ name }) => name.length))
  const tables = [{ name: 'account', about: 'Who you are' }, ...exportedTables, invoiceLinesSheet]
  return `${productName}: the data of ${businessName}
As it was at ${moment.toISOString()}.

WHAT IS IN HERE

The folder csv has one table a file, for spreadsheets. The folder json has all of it
for programs, and is the exact one of the two. A table that is very long goes on in
further files (such as mails-2.json).

${tables.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

HOW TO READ IT

- Money: in JSON whole cents, in fields that end with _cents (total_cents: 12550) or,
  inside other values, with Cents. In CSV an amount with two decimals, in the column
  of the same name without that ending (total: 125.50).
- Quantities and percentages: in JSON whole thousandths (1.5 is 1500, and 7.7 % is
  7700). In CSV plain decimals (1.5 and 7.7). The value of a discount in JSON is a
  percentage or, where its kind is fixed, cents.
- What has parts of its own is in JSON only: lines, discount, taxes and fees of an
  invoice, what is written on a recurring invoice or a template, the HTML of a mail
  and what was attached to it, what a payment provider was asked for. The lines of invoices have a CSV of their own, ${invoiceLinesSheet.name}.csv,
  in their order; an invoice of one amount has none. The columns discount, tax and
  fees of invoices.csv are sums of money.
- Times are in UTC. Dates without a time are as you entered them.
- In CSV, a text that begins with = + - @ or a tab has an apostrophe (') put before
  it, because a spreadsheet would take it for a formula. So has a part of a text that
  begins like this behind a semicolon, a tab or a line break, where some spreadsheets
  begin another cell. In JSON all texts stand as they are.

WHAT IS NOT IN HERE

- Passwords and secret keys of your own accounts with others, the numbers of your bank
  accounts and what opens them. Fields that begin with has_ say whether one is saved.
- Your password to ${productName}, of which only a fingerprint is kept, and where you
  are signed in, which your settings show.
- What others keep for you, such as payment providers.
`
}
