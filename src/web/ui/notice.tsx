import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  info: { icon: Info, box: 'border-accent/25 bg-accent-soft', ink: 'text-accent' },
  success: { icon: CircleCheck, box: 'border-positive/25 bg-positive-soft', ink: 'text-positive' },
  attention: { icon: TriangleAlert, box: 'border-attention/25 bg-attention-soft', ink: 'text-attention' },
  error: { icon: CircleX, box: 'border-negative/25 bg-negative-soft', ink: 'text-negative' },
}

interface NoticeProps {
  tone?: keyof typeof tones
  title?: ReactNode
  actions?: ReactNode
  /** By default an error is an alert, and other tones have no role. */
  role?: 'alert' | 'status' | 'note' | undefined
  className?: string | undefined
  children?: ReactNode
}

export function Notice({ tone = 'info', title, actions, role, className, children }: NoticeProps) {
  const { icon: Icon, box, ink } = tones[tone]
  return (
    <div
      role={role ?? (tone === 'error' ? 'alert' : undefined)}
      className={classNames('flex gap-3 rounded-lg border p-4 text-sm', box, className)}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-48 flex-1">
          {title && <p className="font-semibold text-foreground">{title}</p>}
          {children && (
            <div className={classNames('text-foreground/85', !!title && 'mt-0.5')}>{children}</div>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}
