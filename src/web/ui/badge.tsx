import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-surface-sunken text-muted',
  outline: 'border border-border-strong/60 text-foreground',
  accent: 'bg-accent-soft text-accent',
  positive: 'bg-positive-soft text-positive',
  negative: 'bg-negative-soft text-negative',
  attention: 'bg-attention-soft text-attention',
}

interface BadgeProps {
  tone?: keyof typeof tones
  icon?: LucideIcon
  className?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 w-fit items-center gap-1 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="-ml-0.5 size-3.5" />}
      {children}
    </span>
  )
}
