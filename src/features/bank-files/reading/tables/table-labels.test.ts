import { expect, test } from 'vitest'
import { labelOf } from './table-labels.ts'

test.each([
  ['Posting Date', 'bookingDate'],
  ['Buchungstag', 'bookingDate'],
  ['#Data księgowania', 'bookingDate'],
  ['Date', 'date'],
  ['Wertstellung (Valuta)', 'valueDate'],
  ['Amount (GBP)', 'amount'],
  ['Umsatz in EUR', 'amount'],
  ['Buchungsbetrag', 'amount'],
  ['Montant(EUROS)', 'amount'],
  ['Debit Amount', 'debit'],
  ['Withdrawal Amt.', 'debit'],
  ['Gutschrift in CHF', 'credit'],
  ['お預り金額', 'credit'],
  ['Saldo po operacji', 'balance'],
  ['Af Bij', 'side'],
  ['Oorspr bedrag', 'otherAmount'],
  ['Local currency', 'otherCurrency'],
  ['Counterparty IBAN', 'otherAccount'],
  ['Auftragskonto', 'account'],
  ['Zahlungsempfänger*in', 'payee'],
  ['Reskontradatum', 'bookingDate'],
  ['Uttak', 'debit'],
  ['Innskudd', 'credit'],
  ['Deebet/Kreedit', 'side'],
  ['Card Entry Methods', 'ignored'],
  ['Weather', null],
])('%s means %s', (text, role) => {
  expect(labelOf(text)?.role ?? null).toBe(role)
})
