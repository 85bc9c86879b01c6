import { productName } from '../../shared/product.ts'
import { exportedTables } from './exported-tables.ts'
import { lineSheets } from './line-sheets.ts'
import { publishedRatesAbout } from './published-rates.ts'
import { maxOriginalBytes } from './receipt-originals.ts'

/** Returns the README of an archive, which its owner may open years later. */
export function exportReadme({ businessName, moment }: { businessName: string; moment: Date }): string {
  const width = Math.max(...exportedTables.map(({ name }) => name.length))
  const tables = [
    { name: 'account', about: 'Your name and email address' },
    ...exportedTables,
    { name: 'published_rates', about: publishedRatesAbout },
    ...lineSheets,
  ]
  return `The data of ${businessName} in ${productName}
Exported at ${moment.toISOString()}.

WHAT’S INCLUDED

The folder csv has one file per table, for spreadsheets. The folder json has the same
data for programs, and is the exact copy. A very long table continues in further files
(such as mails-2.json).

${tables.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

HOW TO RESTORE IT

Sign up for a new account, here or at another installation of ${productName}, and choose this
file in Settings, under Restore from an archive. It brings everything back that is in the
folders json, files and receipts, with the same figures. Restore only into an account
without data, and don’t change the archive before.

HOW TO READ IT

- Money: JSON has whole minor units of the row’s currency, such as cents, in fields
  that end with _minor (total_minor: 12550) or, inside other values, with Minor. CSV has
  an amount with the decimals of the currency, in the column of the same name without
  that ending (total: 125.50). The columns home and gain are in your home currency.
- Quantities and percentages: JSON has whole thousandths (1.5 is 1500, and 7.7% is
  7700). CSV has plain decimals (1.5 and 7.7). The value of a discount in JSON is a
  percentage or, where its kind is fixed, an amount in minor units.
- Values with parts of their own are only in JSON: lines, discount, taxes and fees of
  an invoice or a credit note, the content of a recurring invoice or a template, the
  HTML of an email and its attachments, and what a payment provider was asked for. The
  lines have CSV files of their own, ${lineSheets.map(({ name }) => `${name}.csv`).join(' and ')},
  in their order and with the taxes that apply to each. A document with a single amount
  has no lines. The columns discount, tax and fees of invoices.csv and credit_notes.csv
  are sums of money.
- Times are in UTC. Dates without a time are as you entered them.
- In CSV, a text that starts with = + - @ or a tab has an apostrophe (') put before
  it, because a spreadsheet would read it as a formula. The same goes for a part of a
  text that starts like this after a semicolon, a tab or a line break, where some
  spreadsheets start another cell. JSON has all texts as they are.

WHAT’S NOT INCLUDED

- Passwords and secret keys of your own accounts with other services, your bank account
  numbers and the access to your banks. Fields that start with has_ say whether one is
  saved.
- Your ${productName} password, of which only a fingerprint is stored, and where you
  are signed in, which your settings show.
- What others keep for you, such as payment providers.
- Attachments and files of receipts beyond ${maxOriginalBytes / 1024 ** 3} GB. The newest are in the folders attachments and
  receipts, and receipts/not-included.txt lists the others, if there are any. You can save each one on its page.
`
}
