import type { BankFileCase } from '../bank-file-case.ts'
import { truthOf, utf8 } from '../formats/bookings.ts'
import { dmy, german, makeSheet, plain, type Row, type Sheet, ymd } from './layout.ts'

interface Purse {
  currency: string
  sheet: Sheet
}

/** Rows of several currencies, mixed by date, and one statement for each. */
function mixed(name: string, purses: Purse[], header: string, write: (row: Row, purse: Purse) => string) {
  const rows = purses
    .flatMap((purse) => purse.sheet.rows.map((row) => ({ row, purse })))
    .toSorted((a, b) => a.row.date.localeCompare(b.row.date))
  const seen = [...new Set(rows.map(({ purse }) => purse))]
  return {
    name,
    bytes: utf8(`${header}\n${rows.map(({ row, purse }) => write(row, purse)).join('\n')}\n`),
    seen,
  }
}

const withBalances = ({ currency, sheet }: Purse) =>
  truthOf(sheet.rows, { currency, opening: sheet.opening, closing: sheet.closing })
const without = ({ currency, sheet }: Purse) => truthOf(sheet.rows, { currency })

const purse = (currency: string, seed: number, count: number): Purse => ({
  currency,
  sheet: makeSheet(seed, count),
})

/** Purses with fees of their own, and many rows that were never booked and have no date of completion. */
function threePurses(): BankFileCase {
  const file = mixed(
    'purses-of-three-currencies',
    [purse('EUR', 821, 9), purse('USD', 822, 6), purse('GBP', 823, 1)],
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    (r, { currency }) => {
      const fee = r.n % 3 === 0 ? 75 : 0
      const day = ymd(r.date, '-')
      const booked = `CARD,Current,${day} 01:00:00,${day} 09:00:00,${r.text},${plain(r.cents + fee)},${plain(fee)},${currency},COMPLETED,${plain(r.balance)}`
      const state = ['PENDING', 'REVERTED', 'DECLINED'][r.n % 3]
      return `${booked}\nCARD,Current,${day} 02:00:00,,Kiosk,-4.00,0.00,${currency},${state},`
    },
  )
  return { ...file, truth: { statements: file.seen.map(withBalances) } }
}

const booking = (date: string, cents: number) => ({ date, cents, name: '', text: '' })

/** The second purse begins with what the first one had at its end, as if it were one account. */
function coincidence(): BankFileCase {
  const text =
    'Completed Date,Description,Amount,Fee,Currency,State,Balance\n' +
    '2026-01-05,Cab,-10.00,0.00,EUR,COMPLETED,90.00\n' +
    '2026-01-06,Cash,-50.00,1.00,EUR,COMPLETED,39.00\n' +
    '2026-01-08,Top-up,100.00,0.00,USD,COMPLETED,100.00\n'
  return {
    name: 'purses-whose-balances-join',
    bytes: utf8(text),
    truth: {
      statements: [
        truthOf([booking('2026-01-05', -1000), booking('2026-01-06', -5100)], {
          currency: 'EUR',
          opening: 10_000,
          closing: 3900,
        }),
        truthOf([booking('2026-01-08', 10_000)], { currency: 'USD', opening: 0, closing: 10_000 }),
      ],
    },
  }
}

/** A German activity report: gross, fee and net, pending rows, and a balance for each currency. */
function activity(): BankFileCase {
  const file = mixed(
    'activity-of-two-currencies-de',
    [purse('EUR', 824, 11), purse('USD', 825, 7)],
    '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode","Guthaben"',
    (r, { currency }) => {
      const fee = r.cents > 0 ? 49 : 0
      const cells = (state: string, code: string) => [
        dmy(r.date, '.'),
        '10:00:00',
        'CET',
        r.name,
        'Zahlung',
        state,
        currency,
        german(r.cents + fee),
        german(-fee),
        german(r.cents),
        `${code}${currency}${r.n}`,
        german(r.balance),
      ]
      const lines = [cells('Abgeschlossen', 'A'), ...(r.n % 4 === 1 ? [cells('Ausstehend', 'B')] : [])]
      return lines.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\n')
    },
  )
  return { ...file, truth: { statements: file.seen.map(withBalances) } }
}

/** The amounts carry the sign of their currency. */
function signs(): BankFileCase {
  const mark: Record<string, string> = { EUR: '€', GBP: '£' }
  const file = mixed(
    'currencies-at-the-amounts',
    [purse('EUR', 826, 8), purse('GBP', 827, 5)],
    'Date,Description,Amount',
    (r, { currency }) =>
      `${ymd(r.date, '-')},${r.text},${r.cents < 0 ? '-' : ''}${mark[currency]}${plain(Math.abs(r.cents))}`,
  )
  return { ...file, truth: { statements: file.seen.map(without) } }
}

/** Purchases abroad have an amount and a currency of their own beside those of the account. */
function abroad(): BankFileCase {
  const { rows } = makeSheet(828)
  const lines = rows.map((r) => {
    const foreign = r.n % 3 === 0 ? `${german(Math.round(r.cents / 90))};USD` : `${german(r.cents)};RUB`
    return `${dmy(r.date, '.')} 10:11:12;${dmy(r.date, '.')};OK;${foreign};${german(r.cents)};RUB;${r.text}`
  })
  const header =
    'Дата операции;Дата платежа;Статус;Сумма операции;Валюта операции;Сумма платежа;Валюта платежа;Описание'
  return {
    name: 'purchases-abroad-beside-payments',
    bytes: utf8(`${header}\n${lines.join('\n')}\n`),
    truth: { statements: [truthOf(rows, { currency: 'RUB' })] },
  }
}

export const currencyFiles: BankFileCase[] = [threePurses(), coincidence(), activity(), signs(), abroad()]
