import { memo, useMemo } from 'react'
import { adminActions } from '../../../shared/admin-actions.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import type { AuditEntry } from '../contract.ts'
import { detailText, namelessText } from './audit-text.ts'

interface AuditTableProps {
  entries: readonly AuditEntry[]
  timeZone: string
  loading: boolean
}

/** Memoized: loading another page does not render again what is already shown. */
export const AuditTable = memo(function AuditRows({ entries, timeZone, loading }: AuditTableProps) {
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  return (
    <DataTable
      wide
      caption="Audit log"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      loading={loading}
    />
  )
})

function columnsFor(timeZone: string): ReadonlyArray<Column<AuditEntry>> {
  return [
    {
      key: 'when',
      header: 'When',
      cell: ({ at }) => (
        <time dateTime={at} className="text-muted tabular-nums as-table:whitespace-nowrap">
          {formatMoment(timeZone, at)}
        </time>
      ),
    },
    {
      key: 'who',
      header: 'Who',
      cell: ({ actorEmail }) => <Address text={actorEmail} />,
    },
    {
      key: 'what',
      header: 'What',
      primary: true,
      className: 'as-cards:order-first',
      cell: ({ action, details }) => (
        <div className="as-table:min-w-36">
          {adminActions[action]}
          {detailText(details).map((detail) => (
            <p key={detail} className="text-xs font-normal wrap-anywhere text-muted">
              {detail}
            </p>
          ))}
        </div>
      ),
    },
    {
      key: 'whom',
      header: 'Affected',
      cell: ({ targetLabel, details }) =>
        targetLabel === null ? (
          <span className="text-muted">{namelessText({ details })}</span>
        ) : (
          <Address text={targetLabel} />
        ),
    },
    {
      key: 'from',
      header: 'From',
      cell: ({ ipAddress, device }) => (
        <div className="flex flex-col as-cards:items-end">
          <span className="wrap-anywhere tabular-nums">{ipAddress}</span>
          <span className="text-xs text-muted as-table:whitespace-nowrap">{device}</span>
        </div>
      ),
    },
  ]
}

function Address({ text }: { text: string }) {
  return <span className="wrap-anywhere as-table:inline-block as-table:min-w-48">{text}</span>
}
