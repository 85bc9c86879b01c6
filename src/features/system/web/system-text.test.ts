import { expect, test } from 'vitest'
import type { System } from '../contract.ts'
import { healthSummary, systemFacts } from './system-text.ts'

const system: System = {
  version: '1.2.3',
  nodeVersion: '24.1.0',
  postgresVersion: '18.1',
  isEmbeddedDatabase: false,
  startedAt: '2026-11-05T12:00:00.000Z',
  databaseBytes: 312_400_000,
  diskFreeBytes: null,
  lastBackupAt: null,
  jobs: { waiting: 0, waitingSince: null, running: 0, retrying: 0, failed: 0 },
  health: [],
}

test('the facts, by the clock of the business', () => {
  expect(systemFacts(system, 'America/New_York')).toEqual([
    ['Version', '1.2.3'],
    ['Node', '24.1.0'],
    ['Postgres', '18.1, external'],
    ['Database size', '312 MB'],
    ['Free disk space', 'Unknown'],
    ['Running since', 'Nov 5, 2026, 7:00 AM'],
    ['Last backup', 'None on record'],
  ])
})

test('before they are there, their labels are', () => {
  const facts = systemFacts(undefined, 'UTC')
  expect(facts).toHaveLength(7)
  expect(facts.every(([, value]) => value === undefined)).toBe(true)
})

test('how many parts are not as they should be', () => {
  const line = (verdict: 'good' | 'attention' | 'bad') => ({ part: 'mail' as const, verdict, words: '' })
  expect(healthSummary([line('good')])).toBe('Everything is working.')
  expect(healthSummary([line('attention'), line('good')])).toBe('1 thing needs attention.')
  expect(healthSummary([line('bad'), line('attention')])).toBe('2 things need attention.')
})
