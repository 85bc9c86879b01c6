import type { Topic } from '../rules.ts'

type QueryKey = readonly string[]

const sums: QueryKey[] = [['dashboard'], ['figures']]

const keysOf: Record<Topic, QueryKey[]> = {
  invoices: [
    ['invoices', 'list'],
    ['invoices', 'summary'],
    ['invoices', 'payments'],
    ['invoices', 'timeline'],
    ...sums,
  ],
  expenses: [['expenses', 'list'], ['expenses', 'summary'], ...sums],
  banks: [['banking'], ...sums],
  mails: [['invoices', 'list'], ['invoices', 'timeline'], ['dashboard']],
  session: [['session']],
}

/** What forms are filled from. */
const editedKeysOf: Partial<Record<Topic, QueryKey[]>> = { invoices: [['invoices', 'one']] }

/** The queries that show any of this, each once. */
export function shownKeys(topics: Iterable<Topic>): QueryKey[] {
  return distinct([...topics].flatMap((topic) => keysOf[topic]))
}

/** The queries of this that a person may be changing. */
export function editedKeys(topics: Iterable<Topic>): QueryKey[] {
  return distinct([...topics].flatMap((topic) => editedKeysOf[topic] ?? []))
}

function distinct(keys: QueryKey[]): QueryKey[] {
  return [...new Map(keys.map((key) => [key.join(' '), key])).values()]
}
