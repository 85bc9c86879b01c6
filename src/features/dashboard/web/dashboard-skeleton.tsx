import { ArrowDownLeft, ArrowUpRight, Wallet } from 'lucide-react'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { StatCard } from '../../../web/ui/stat-card.tsx'

const cards = [
  { label: 'Cash Balance', icon: Wallet },
  { label: 'Pending Invoices', icon: ArrowDownLeft },
  { label: 'Upcoming Expenses', icon: ArrowUpRight },
]

/** As tall as the typical content, so that nothing jumps when it loads. */
export function DashboardSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col gap-6">
      <output className="sr-only">Loading...</output>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        {cards.map(({ label, icon }) => (
          <StatCard
            key={label}
            label={label}
            icon={icon}
            value={null}
            loading
            note={<Skeleton className="h-5 w-40" />}
            why={<Skeleton className="h-6 w-28" />}
          />
        ))}
      </div>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-52 w-full" />
      </div>
      <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
