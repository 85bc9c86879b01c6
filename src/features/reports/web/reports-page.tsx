import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import {
  CalendarCheck,
  ChevronRight,
  FileArchive,
  FileText,
  ListOrdered,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { May } from '../../auth/web/may.tsx'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { reportNames, reports, settingsTitle } from '../rules.ts'
import { ReportFrame, ReportsLocked } from './report-frame.tsx'
import { reportIcons } from './report-icons.ts'

/** /reports */
export function ReportsPage() {
  return <SignedIn>{() => <Overview />}</SignedIn>
}

function Overview() {
  const search = useSearch({ from: '/reports' })
  if (useIsLocked('reports')) return <ReportsLocked />
  return (
    <ReportFrame>
      <div className="flex flex-col gap-8">
        <ul aria-label="Reports" className={grid}>
          {reportNames.map((name) => (
            <Entry
              key={name}
              icon={reportIcons[name]}
              about={reports[name].about}
              to="/reports/$name"
              params={{ name }}
              search={search}
            >
              {reports[name].title}
            </Entry>
          ))}
        </ul>
        <section aria-labelledby="reports-more" className="flex flex-col gap-3">
          <h2 id="reports-more" className="text-base font-semibold text-foreground">
            More
          </h2>
          <ul className={grid}>
            <Entry
              icon={FileArchive}
              about="One file with everything of a period: reports, general ledger, invoices and receipts"
              to="/reports/packages"
            >
              For your accountant
            </Entry>
            <May permission="reports.write">
              <Entry
                icon={ListOrdered}
                about="The numbers and names of your accounts in the general ledger"
                to="/reports/accounts"
              >
                Chart of accounts
              </Entry>
            </May>
            <Entry
              icon={FileText}
              about="What a client was invoiced, paid and owes: open the client first"
              to="/clients"
            >
              Statements of clients
            </Entry>
            <May permission="reports.write">
              <Entry
                icon={CalendarCheck}
                about="The first month of your year, closed periods, and the monthly summary"
                to="/reports/settings"
              >
                {settingsTitle}
              </Entry>
            </May>
          </ul>
        </section>
      </div>
    </ReportFrame>
  )
}

const grid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

interface EntryProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  icon: LucideIcon
  about: string
  children: ReactNode
}

/** A card that is a link as a whole. Its name is the title alone. */
function Entry({ icon: Icon, about, children, ...target }: EntryProps) {
  return (
    <li className="relative flex items-start gap-3 rounded-lg border border-border bg-surface p-4 shadow-card transition-colors focus-within:border-border-strong hover:border-border-strong">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <Link
          {...target}
          className="font-medium text-foreground after:absolute after:inset-0 after:rounded-lg"
        >
          {children}
        </Link>
        <p className="text-sm text-muted">{about}</p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 self-center text-muted" />
    </li>
  )
}
