import type { BankFileCase } from '../bank-file-case.ts'
import { truthOf, utf8 } from '../formats/bookings.ts'
import { caseOf, came, comma, dmy, dmyShort, german, type Layout, mdy, out, plain, ymd } from './layout.ts'

/** A line of a table that has balances and sums between its bookings. */
const line = (kind: string, day: string, text: string, cents: number, side: string) => [
  'EE122200221012345678',
  kind,
  dmy(day, '.'),
  '',
  text,
  comma(cents),
  'EUR',
  side,
]

/** Columns that are easily taken for something else. */
const layouts: Layout[] = [
  {
    name: 'time-stamps-of-ofx-without-a-header',
    seed: 961,
    currency: null,
    isNewestFirst: true,
    row: (r) => [
      r.cents < 0 ? 'DEBIT' : 'CREDIT',
      `${ymd(r.date)}120000[0:GMT]`,
      `${r.text} ${r.n}`,
      plain(r.cents),
    ],
  },
  {
    name: 'few-check-numbers-without-a-header',
    seed: 962,
    currency: null,
    isQuoted: true,
    isNewestFirst: true,
    row: (r) => [mdy(r.date), plain(r.cents), '*', r.n === 2 ? '1021' : '', `${r.text} ${r.n}`],
  },
  {
    name: 'balances-before-the-bookings',
    seed: 963,
    currency: 'EUR',
    balances: 'both',
    account: 'NL12TEST0123456789',
    row: (r) => [
      dmy(r.date, '-'),
      'NL12TEST0123456789',
      'EUR',
      plain(r.balance - r.cents),
      'EUR',
      plain(r.cents),
      String(5_000_000 + r.n),
      r.text,
      '1',
    ],
  },
  {
    name: 'first-line-sums-up-the-account',
    seed: 964,
    currency: 'PLN',
    balances: 'both',
    isNewestFirst: true,
    above: ({ last, opening, closing }) => [
      [
        '2026-12-31',
        dmy(last, '-'),
        '12 1090 0000 0000 0001 2345 6789',
        'STUDIO',
        'PLN',
        comma(opening),
        comma(closing),
        '14',
      ],
    ],
    row: (r) => [
      dmy(r.date, '-'),
      dmy(r.date, '-'),
      r.text,
      r.name,
      '',
      comma(r.cents),
      comma(r.balance),
      String(r.n),
    ],
  },
  {
    name: 'last-line-is-the-account-with-its-balance',
    seed: 965,
    currency: null,
    balances: 'closing',
    delimiter: ';',
    row: (r) => [dmy(r.date), comma(r.cents), 'Carte', '', r.text, '0', 'Divers'],
    below: ({ last, closing }) => [[dmy(last), comma(closing), '', '', '01234 123456A']],
  },
  {
    name: 'balances-and-turnover-as-rows-with-dates',
    seed: 966,
    currency: 'EUR',
    balances: 'both',
    delimiter: ';',
    account: 'EE122200221012345678',
    header: 'Kliendi konto|Reatüüp|Kuupäev|Saaja/Maksja|Selgitus|Summa|Valuuta|Deebet/Kreedit',
    row: (r) => [
      'EE122200221012345678',
      '20',
      dmy(r.date, '.'),
      r.name,
      r.text,
      comma(Math.abs(r.cents)),
      'EUR',
      r.cents < 0 ? 'D' : 'K',
    ],
    below: ({ rows, first, last, opening, closing }) => {
      const sum = (sign: number) =>
        rows.reduce((total, { cents }) => total + (cents * sign > 0 ? Math.abs(cents) : 0), 0)
      return [
        line('10', first, 'Algsaldo', opening, 'K'),
        line('82', last, 'Käive', sum(-1), 'D'),
        line('82', last, 'Käive', sum(1), 'K'),
        line('86', last, 'Lõppsaldo', closing, 'K'),
      ]
    },
  },
  {
    name: 'kinds-of-records-in-the-first-column',
    seed: 967,
    currency: null,
    balances: 'both',
    above: ({ first, last, opening }) => [
      ['0', ymd(last), '', '123456789', '', '0', '0'],
      ['OPEN', ymd(first), '0', plain(opening), 'OPEN BALANCE', '', '0'],
    ],
    row: (r) => ['HIST', ymd(r.date), '', plain(r.cents), r.text, r.name, '0'],
    below: ({ last, closing }) => [['CLOSE', ymd(last), '0', plain(closing), 'CLOSE BALANCE', '', '0']],
  },
  {
    name: 'short-years-with-dots',
    seed: 968,
    count: 3,
    from: '2026-02-03',
    currency: 'EUR',
    delimiter: ';',
    isQuoted: true,
    account: '1234567890',
    header:
      'Auftragskonto|Buchungstag|Valutadatum|Verwendungszweck|Name|Kontonummer|BLZ|Betrag|Waehrung|Info',
    row: (r) => [
      '1234567890',
      dmyShort(r.date, '.'),
      dmyShort(r.date, '.'),
      r.text,
      r.name,
      `DE${r.n}`,
      'BLZ',
      german(r.cents),
      'EUR',
      'Umsatz gebucht',
    ],
  },
  {
    name: 'account-of-the-other-side-in-quotes',
    seed: 969,
    currency: null,
    balances: 'both',
    account: null,
    delimiter: ';',
    header: '#Data księgowania|#Tytuł|#Nadawca/Odbiorca|#Numer konta|#Kwota|#Saldo po operacji',
    row: (r) => [
      ymd(r.date, '-'),
      r.text,
      r.name,
      `'${`${r.name.charCodeAt(0)}${r.name.charCodeAt(1)}`.padEnd(26, '7')}'`,
      comma(r.cents),
      comma(r.balance),
    ],
  },
  {
    name: 'account-of-the-other-side-without-balances',
    seed: 970,
    currency: 'EUR',
    account: null,
    delimiter: ';',
    count: 16,
    header: 'Buchungstag|Auftraggeber / Begünstigter|Verwendungszweck|Kontonummer|Betrag (EUR)',
    row: (r) => [
      dmy(r.date, '.'),
      r.name,
      r.text,
      `${r.name.charCodeAt(0)}${r.name.charCodeAt(1)}30000012`,
      german(r.cents),
    ],
  },
  {
    name: 'accounts-with-a-mark-of-text',
    seed: 971,
    currency: null,
    balances: 'both',
    account: '112233-12345678',
    header: 'Date|Type|Description|Value|Balance|Account Name|Account Number',
    row: (r) => [dmy(r.date), 'POS', r.text, plain(r.cents), plain(r.balance), "'STUDIO", "'112233-12345678"],
  },
  {
    name: 'time-behind-a-hyphen',
    seed: 972,
    currency: null,
    balances: 'both',
    delimiter: ';',
    header: 'Tarih/Saat|Açıklama|Tutar|Bakiye',
    row: (r) => [`${dmy(r.date)}-10:11:12`, r.text, german(r.cents), german(r.balance)],
  },
  {
    name: 'money-paid-with-cards-is-no-card',
    seed: 973,
    currency: null,
    account: null,
    header: 'Date|Description|Card|Cash|Amount',
    row: (r) => [ymd(r.date, '-'), r.text, '$10.00', '$0.00', plain(r.cents)],
  },
  {
    name: 'pair-of-columns-that-words-decide',
    seed: 974,
    currency: null,
    row: (r) => [
      ymd(r.date, '-'),
      r.cents < 0 ? `CASH WITHDRAWAL ${r.n}` : `PAYMENT RECEIVED ${r.n}`,
      out(r, plain),
      came(r, plain),
    ],
  },
]

const refused: BankFileCase = {
  name: 'days-without-a-year.csv',
  bytes: utf8(
    "3,'Statement Number','Start Date','End Date','Opening Balance','Closing Balance'\n" +
      '3,1,2026-01-01,2026-01-31,1000.00,880.00\n\n' +
      "5,'Number','Date','Description','Amount','Balance'\n" +
      "5,1,'03 Jan','RENT',-100.00,900.00\n5,2,'15 Jan','PAPER',-20.00,880.00\n",
  ),
  truth: { refused: /names but no transactions/ },
}

/** Twelve consecutive numbers may be days or months; many rows in no rhythm are days. */
const days = [2, 2, 3, 5, 5, 6, 9, 11]
const dense: BankFileCase = {
  name: 'many-rows-on-a-few-days',
  bytes: utf8(
    `Date,Description,Amount\n${days.map((day, n) => `03/${String(day).padStart(2, '0')}/2026,Paper ${n},-5.00`).join('\n')}\n03/11/2026,Client,9.00\n`,
  ),
  truth: {
    statements: [
      truthOf(
        [...days.map((day) => [day, -500] as const), [11, 900] as const].map(([day, cents]) => ({
          date: `2026-03-${String(day).padStart(2, '0')}`,
          cents,
          name: '',
          text: '',
        })),
        { currency: null },
      ),
    ],
  },
}

export const oddColumns: BankFileCase[] = [...layouts.map(caseOf), refused, dense]
