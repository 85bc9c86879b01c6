import type { Books } from './books.ts'
import { day, hour } from './calendar.ts'
import type { ChaseContext } from './context.ts'

interface Fault {
  name: string
  /** What the checker must report. */
  complaint: RegExp
  plant: (books: Books, context: ChaseContext) => void
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the simulation has nothing to plant this fault into')
  return thing
}

const sentRow = ({ reminders }: Books) =>
  found(reminders.find(({ state, isAutomatic }) => state === 'sent' && isAutomatic))
const madePeriod = ({ periods }: Books, least = 0) =>
  found(
    periods.find(({ state, invoiceId, period }) => state === 'made' && invoiceId !== null && period >= least),
  )
const drop = <T>(rows: T[], row: T) => void rows.splice(rows.indexOf(row), 1)

/** Faults that are written into correct records and that the checker must find. */
export const faults: Fault[] = [
  {
    name: 'a step that was sent twice',
    complaint: /a step twice/,
    plant: (books) => books.reminders.push({ ...sentRow(books), at: sentRow(books).at + 2 * day }),
  },
  {
    name: 'a reminder after payment',
    complaint: /although it was paid/,
    plant(books, { model }) {
      const paid = model.businesses.flatMap(({ invoices }) => invoices).find(({ isPaid, id }) => isPaid && id)
      const { id, quiet } = found(paid)
      const at = found(quiet.findLast(({ why }) => why === 'it was paid')).from + day
      books.reminders.push({ ...sentRow(books), invoiceId: id ?? '', offset: 364, at })
    },
  },
  {
    name: 'a step that was never sent',
    complaint: /reminders: .*expected/,
    plant: (books) => drop(books.reminders, sentRow(books)),
  },
  {
    name: 'a step that is missed for no reason',
    complaint: /without a later one to replace it/,
    plant: (books) => void Object.assign(sentRow(books), { state: 'missed', mailId: null }),
  },
  {
    name: 'a reminder at another hour',
    complaint: /its hour (is|was)/,
    plant: (books) => void (sentRow(books).at += hour),
  },
  {
    name: 'two on one day',
    complaint: /two within a day/,
    plant: (books) => books.reminders.push({ ...sentRow(books), offset: 364 }),
  },
  {
    name: 'a reminder without its mail',
    complaint: /is not there/,
    plant: (books) => drop(books.mails, found(books.mails.find(({ id }) => id === sentRow(books).mailId))),
  },
  {
    name: 'a mail without its reminder',
    complaint: /belongs to 0 reminders/,
    plant: (books) => books.mails.push({ ...found(books.mails[0]), kind: 'reminder', id: 'of nothing' }),
  },
  {
    name: 'two invoices of one period',
    complaint: /two invoices of one period/,
    plant(books) {
      const { invoiceId } = madePeriod(books)
      books.invoices.push({ ...found(books.invoices.find(({ id }) => id === invoiceId)), id: 'a second one' })
    },
  },
  {
    name: 'a period that was left out',
    complaint: /a gap before period/,
    plant(books) {
      const { seriesId, period } = madePeriod(books, 2)
      const before = books.periods.find((row) => row.seriesId === seriesId && row.period === period - 1)
      drop(books.periods, found(before))
    },
  },
  {
    name: 'an invoice of another day',
    complaint: /has an invoice of 2000-01-01/,
    plant(books) {
      const { invoiceId } = madePeriod(books)
      found(books.invoices.find(({ id }) => id === invoiceId)).issueDate = '2000-01-01'
    },
  },
]
