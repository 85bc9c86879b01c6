import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  level?: 1 | 2 | 3
  className?: string | undefined
}

export function EmptyState({ icon: Icon, title, text, action, level = 3, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={classNames('flex flex-col items-center px-4 py-12 text-center', className)}>
      {Icon && (
        <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent ring-8 ring-accent-soft/40">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <Heading className="text-base font-semibold text-foreground">{title}</Heading>
      {text && <p className="mt-1 max-w-sm text-sm text-muted">{text}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
