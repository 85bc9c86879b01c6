import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { BankImport } from '../contract.ts'
import { bankImportsQuery, showInList } from './bank-file-api.ts'

const running = (id: string): BankImport => ({
  id,
  fileName: `${id}.csv`,
  format: 'csv',
  state: 'importing',
  problem: null,
  done: 0,
  total: 3000,
  added: 0,
  existing: 0,
  accounts: [],
  createdAt: '2026-05-01T12:00:00.000Z',
})

test('the list shows the result of an import as soon as it is known', () => {
  const client = new QueryClient()
  const done: BankImport = { ...running('may'), state: 'imported', done: 3000, added: 3000 }
  showInList(client, done)
  expect(client.getQueryData(bankImportsQuery.queryKey)).toBeUndefined()
  const pages = [
    { imports: [running('june')], next: 'a' },
    { imports: [running('may'), running('april')], next: null },
  ]
  client.setQueryData(bankImportsQuery.queryKey, { pages, pageParams: [null, 'a'] })
  showInList(client, done)
  expect(client.getQueryData(bankImportsQuery.queryKey)?.pages.map(({ imports }) => imports)).toEqual([
    [running('june')],
    [done, running('april')],
  ])
})
