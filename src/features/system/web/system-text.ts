import { formatMoment } from '../../../web/format/format-moment.ts'
import type { System } from '../contract.ts'
import { formatBytes, plural } from '../rules.ts'

type Health = System['health']

export const partLabels: Record<Health[number]['part'], string> = {
  database: 'Database',
  jobs: 'Jobs',
  mail: 'Email',
  disk: 'Disk',
  backup: 'Backup',
  cards: 'Cards',
  banks: 'Banks',
  rates: 'Rates',
}

export function healthSummary(health: Health): string {
  const count = health.filter(({ verdict }) => verdict !== 'good').length
  if (count === 0) return 'Everything is working.'
  return `${plural(count, 'thing needs', 'things need')} attention.`
}

const bytes = (count: number | null) => (count === null ? 'Unknown' : formatBytes(count))

/** Returns labels with values; the values are undefined until the response has arrived. */
export function systemFacts(system: System | undefined, timeZone: string): [string, string | undefined][] {
  const value = (read: (loaded: System) => string) => system && read(system)
  return [
    ['Version', value(({ version }) => version)],
    ['Node', value(({ nodeVersion }) => nodeVersion)],
    [
      'Postgres',
      value((loaded) => `${loaded.postgresVersion}, ${loaded.isEmbeddedDatabase ? 'built in' : 'external'}`),
    ],
    ['Database size', value(({ databaseBytes }) => bytes(databaseBytes))],
    ['Free disk space', value(({ diskFreeBytes }) => bytes(diskFreeBytes))],
    ['Running since', value(({ startedAt }) => formatMoment(timeZone, startedAt))],
    [
      'Last backup',
      value(({ lastBackupAt }) =>
        lastBackupAt === null ? 'None on record' : formatMoment(timeZone, lastBackupAt),
      ),
    ],
  ]
}
