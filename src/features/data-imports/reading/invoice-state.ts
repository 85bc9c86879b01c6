export type InvoiceState = 'draft' | 'open' | 'partial' | 'paid' | 'void'

/** Beginnings of what programs call the states of an invoice, in the order in which they decide. */
const states: [InvoiceState, RegExp][] = [
  ['void', /^(void|cancel|delet|revers|uncollect|written|write|refunded|archived|rejected)/],
  ['partial', /^(part|deposit paid|retainer)/],
  ['paid', /^(paid|complete|closed|settled|deposited|auto-?paid|zero|yes)/],
  ['draft', /^(draft|unsent|new)/],
  [
    'open',
    /^(open|sent|view|unpaid|due|over|past|await|outstand|approv|authori[sz]|submit|saved|not (yet )?paid|pending|accepted|created|active|no$|printed|partially viewed|disput|bill)/,
  ],
]

/** Null if the word is unknown. */
export function invoiceStateOf(text: string): InvoiceState | null {
  const folded = text.trim().toLowerCase().replaceAll('_', ' ')
  return states.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}
