import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PageHeaderProps {
  title: ReactNode
  help?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** A back link or a breadcrumb, above the title. */
  above?: ReactNode
}

export function PageHeader({ title, help, description, actions, above }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-2">
      {above}
      <div
        className={classNames(
          'flex flex-wrap justify-between gap-x-6 gap-y-4',
          description ? 'items-start' : 'items-center',
        )}
      >
        <div className={classNames('min-w-0', description ? 'flex-1 basis-72' : 'flex-auto')}>
          <div className="flex items-center gap-2">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight text-foreground">{title}</h1>
            {help}
          </div>
          {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
