import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { May } from '../../auth/web/may.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import { securityReportQuery } from './banking-api.ts'
import { bandTones } from './banking-text.ts'

/** Renders nothing until the report is loaded: the owner has nothing to do here. */
export function SecurityReport() {
  const { data: report } = useQuery(securityReportQuery)
  const timeZone = useTimeZone()
  if (!report) return null
  const unencrypted = report.accounts - report.encrypted
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-5 text-accent" />
          Banking Security Report
        </CardTitle>
        <CardDescription>Recalculated each time you open this page.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          <Fact label="Security score">
            <span className="flex items-center gap-2 tabular-nums">
              {report.score}%<Badge tone={bandTones[report.band]}>{report.band}</Badge>
            </span>
          </Fact>
          <Fact label="Encrypted account numbers">
            {report.encrypted} of {report.accounts}
          </Fact>
          <Fact label="Accesses logged in the past year">
            {report.accesses.toLocaleString('en-US')}{' '}
            <May permission="keys.write">
              <Link
                to="/integrations"
                search={{ tab: 'settings' }}
                className="ml-1 text-sm font-normal text-accent underline underline-offset-4"
              >
                See the log
              </Link>
            </May>
          </Fact>
          <Fact label="Last access">
            {report.lastAccessAt === null ? 'Never' : formatMoment(timeZone, report.lastAccessAt, 'seconds')}
          </Fact>
        </dl>
        {unencrypted > 0 && (
          <Notice tone="attention">
            {unencrypted === 1
              ? '1 account has no encrypted number because its bank didn’t share one.'
              : `${unencrypted} accounts have no encrypted number because their bank didn’t share one.`}
          </Notice>
        )}
      </CardContent>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-medium text-foreground">{children}</dd>
    </div>
  )
}
