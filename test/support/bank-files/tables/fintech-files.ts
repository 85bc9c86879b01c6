import type { BankFileCase } from '../bank-file-case.ts'
import { decimal, truthOf, utf8 } from '../formats/bookings.ts'
import { caseOf, type Layout, makeSheet, mdy, plain, ymd, dmy } from './layout.ts'

const layouts: Layout[] = [
  {
    name: 'wise-statement',
    seed: 802,
    currency: 'EUR',
    isNewestFirst: true,
    balances: 'both',
    header:
      'TransferWise ID|Date|Date Time|Amount|Currency|Description|Payment Reference|Running Balance|Exchange From|Exchange To|Exchange Rate|Payer Name|Payee Name|Payee Account Number|Merchant|Card Last Four Digits|Card Holder Full Name|Attachment|Note|Total fees|Exchange To Amount|Transaction Type|Transaction Details Type',
    row: (r) => [
      `TRANSFER-10${r.n}`,
      dmy(r.date, '-'),
      `${dmy(r.date, '-')} 10:11:12.345`,
      plain(r.cents),
      'EUR',
      `Sent money to ${r.name}`,
      r.text,
      plain(r.balance),
      '',
      '',
      '',
      r.cents > 0 ? r.name : '',
      r.cents < 0 ? r.name : '',
      '',
      '',
      '',
      '',
      '',
      '',
      r.cents < 0 ? '0.41' : '0.00',
      '',
      r.cents < 0 ? 'DEBIT' : 'CREDIT',
      'TRANSFER',
    ],
  },
  {
    name: 'stripe-balance',
    seed: 803,
    currency: 'USD',
    isNewestFirst: true,
    header:
      'id|Type|Source|Amount|Fee|Destination Platform Fee|Net|Currency|Created (UTC)|Available On (UTC)|Description|Transfer',
    row: (r) => [
      `txn_1${r.n}`,
      r.cents < 0 ? 'payout' : 'charge',
      `ch_${r.n}`,
      plain(r.cents + (r.cents > 0 ? 35 : 0)),
      plain(r.cents > 0 ? 35 : 0),
      '',
      plain(r.cents),
      'usd',
      `${ymd(r.date, '-')} 09:11`,
      `${ymd(r.date, '-')} 00:00`,
      r.text,
      '',
    ],
  },
]

const fee = (n: number) => (n % 4 === 0 ? 99 : 0)

/** The fee comes off in addition, as the balance shows. */
function revolut(): BankFileCase {
  const sheet = makeSheet(801)

  const lines = sheet.rows.map(
    (r) =>
      `CARD_PAYMENT,Current,${ymd(r.date, '-')} 08:00:01,${ymd(r.date, '-')} 09:12:44,${r.text},${plain(r.cents + fee(r.n))},${plain(fee(r.n))},EUR,COMPLETED,${plain(r.balance)}`,
  )
  lines.splice(3, 0, 'CARD_PAYMENT,Current,2026-01-09 08:00:01,,Kiosk,-4.00,0.00,EUR,PENDING,')
  lines.splice(
    6,
    0,
    'CARD_PAYMENT,Current,2026-01-12 08:00:01,2026-01-12 08:00:01,Kiosk,-4.00,0.00,EUR,REVERTED,',
  )
  const text = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n${lines.join('\n')}\n`
  return {
    name: 'revolut',
    bytes: utf8(text),
    truth: {
      statements: [truthOf(sheet.rows, { currency: 'EUR', opening: sheet.opening, closing: sheet.closing })],
    },
  }
}

/** Two currencies, each with its own balance; net is gross less fee; memos move nothing. */
function paypal(): BankFileCase {
  const [dollars, euros] = [makeSheet(804), makeSheet(805, 8)]
  const write = (currency: string, r: (typeof dollars.rows)[number]) => [
    mdy(r.date),
    '10:00:00',
    'America/Los_Angeles',
    r.name,
    'Website Payment',
    'Completed',
    currency,
    plain(r.cents + (r.cents > 0 ? 59 : 0)),
    r.cents > 0 ? '-0.59' : '0.00',
    plain(r.cents),
    'a@example.com',
    'b@example.com',
    `${currency}${r.n}`,
    plain(r.balance).replaceAll(/\B(?=(\d{3})+\.)/g, ','),
    r.cents > 0 ? 'Credit' : 'Debit',
  ]
  const all = [
    ...dollars.rows.map((r) => ({ date: r.date, cells: write('USD', r) })),
    ...euros.rows.map((r) => ({ date: r.date, cells: write('EUR', r) })),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
  const memo = all[2]?.cells.with(14, 'Memo').with(12, 'MEMO1').with(6, 'USD') ?? []
  const rows = [...all.slice(0, 5).map(({ cells }) => cells), memo, ...all.slice(5).map(({ cells }) => cells)]
  const header =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Balance,Balance Impact'
  const text = [header.split(','), ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  const truth = (sheet: typeof dollars, currency: string) =>
    truthOf(sheet.rows, { currency, opening: sheet.opening, closing: sheet.closing })
  return {
    name: 'paypal',
    bytes: utf8(text),
    truth: { statements: [truth(dollars, 'USD'), truth(euros, 'EUR')] },
  }
}

/** Two accounts in one file, the rows mixed. */
function twoAccounts(): BankFileCase {
  const sheets = [makeSheet(806), makeSheet(807, 9)]
  const rows = sheets
    .flatMap((sheet, n) =>
      sheet.rows.map((r) => ({
        date: r.date,
        line: `${n}0001111;${dmy(r.date, '.')};${r.text};${decimal(r.cents, ',')};${decimal(r.balance, ',')};EUR`,
      })),
    )
    .toSorted((a, b) => a.date.localeCompare(b.date))
  const text = `Konto;Buchungstag;Verwendungszweck;Betrag;Saldo;Währung\n${rows.map(({ line }) => line).join('\n')}\n`
  return {
    name: 'two-accounts',
    bytes: utf8(text),
    truth: {
      statements: sheets.map((sheet, n) =>
        truthOf(sheet.rows, {
          account: `${n}0001111`,
          currency: 'EUR',
          opening: sheet.opening,
          closing: sheet.closing,
        }),
      ),
    },
  }
}

export const fintechFiles: BankFileCase[] = [...layouts.map(caseOf), revolut(), paypal(), twoAccounts()]
