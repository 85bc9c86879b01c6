import type { Topic } from '../rules.ts'

type QueryKey = readonly string[]

const sums: QueryKey[] = [['dashboard'], ['figures'], ['reports']]

const keysOf: Record<Topic, QueryKey[]> = {
  invoices: [
    ['invoices', 'list'],
    ['invoices', 'summary'],
    ['invoices', 'payments'],
    ['invoices', 'late-fees'],
    ['invoices', 'timeline'],
    ['invoices', 'waiting'],
    ['invoices', 'approval'],
    ['clients'],
    ['estimates', 'list'],
    ...sums,
  ],
  expenses: [['expenses', 'list'], ['expenses', 'summary'], ...sums],
  banks: [['banking'], ...sums],
  mails: [
    ['invoices', 'list'],
    ['invoices', 'timeline'],
    ['clients', 'timeline'],
    ['estimates', 'list'],
    ['dashboard'],
  ],
  receipts: [['receipts', 'list'], ['receipts', 'summary'], ['receipts', 'missing'], ['reports']],
  clients: [['clients'], ['dashboard'], ['reports']],
  comments: [['comments']],
  session: [['session']],
}

/** The queries that fill forms. */
const editedKeysOf: Partial<Record<Topic, QueryKey[]>> = {
  invoices: [
    ['invoices', 'one'],
    ['estimates', 'one'],
  ],
  receipts: [['receipts', 'one']],
}

/** Returns the queries that show any of these topics, without duplicates. */
export function shownKeys(topics: Iterable<Topic>): QueryKey[] {
  return distinct([...topics].flatMap((topic) => keysOf[topic]))
}

/** Returns the queries of these topics that the user may be editing. */
export function editedKeys(topics: Iterable<Topic>): QueryKey[] {
  return distinct([...topics].flatMap((topic) => editedKeysOf[topic] ?? []))
}

function distinct(keys: QueryKey[]): QueryKey[] {
  return [...new Map(keys.map((key) => [key.join(' '), key])).values()]
}
