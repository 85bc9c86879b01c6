import { formatMoment } from '../../../web/format/format-moment.ts'
import type { System } from '../contract.ts'
import { formatBytes, plural } from '../rules.ts'

type Health = System['health']

export const partLabels: Record<Health[number]['part'], string> = {
  database: 'Database',
  jobs: 'Jobs',
  mail: 'Mail',
  disk: 'Disk',
  backup: 'Backup',
  cards: 'Cards',
  banks: 'Banks',
}

export function healthSummary(health: Health): string {
  const count = health.filter(({ verdict }) => verdict !== 'good').length
  if (count === 0) return 'Everything is as it should be.'
  return `${plural(count, 'thing needs', 'things need')} a look.`
}

const bytes = (count: number | null) => (count === null ? 'Not known' : formatBytes(count))

/** What is there before the answer is, too: the labels. */
export function systemFacts(system: System | undefined, timeZone: string): [string, string | undefined][] {
  const tell = (words: (known: System) => string) => system && words(system)
  return [
    ['Version', tell(({ version }) => version)],
    ['Node', tell(({ nodeVersion }) => nodeVersion)],
    [
      'Postgres',
      tell((known) => `${known.postgresVersion}, ${known.isEmbeddedDatabase ? 'built in' : 'external'}`),
    ],
    ['Database size', tell(({ databaseBytes }) => bytes(databaseBytes))],
    ['Free disk space', tell(({ diskFreeBytes }) => bytes(diskFreeBytes))],
    ['Running since', tell(({ startedAt }) => formatMoment(timeZone, startedAt))],
    [
      'Last backup',
      tell(({ lastBackupAt }) =>
        lastBackupAt === null ? 'None known' : formatMoment(timeZone, lastBackupAt),
      ),
    ],
  ]
}
