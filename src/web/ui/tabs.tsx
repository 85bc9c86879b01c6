import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

interface TabsProps {
  value: string
  onValueChange: (value: string) => void
  className?: string | undefined
  children: ReactNode
}

export function Tabs({ className, ...props }: TabsProps) {
  return <Primitive.Root {...props} className={classNames('flex min-w-0 flex-col', className)} />
}

interface TabListProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

export function TabList({ label, className, children }: TabListProps) {
  return (
    <Primitive.List
      aria-label={label}
      className={classNames(
        'flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </Primitive.List>
  )
}

interface TabProps {
  value: string
  disabled?: boolean
  /** A word beside the label, such as "Coming Soon". */
  note?: string | undefined
  children: ReactNode
}

export function Tab({ value, disabled = false, note, children }: TabProps) {
  return (
    <Primitive.Trigger
      value={value}
      disabled={disabled}
      className="relative flex h-10 shrink-0 items-center gap-2 rounded-t-md px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full enabled:hover:text-foreground disabled:cursor-not-allowed data-[state=active]:text-foreground data-[state=active]:after:bg-accent touch:h-11 [&_svg]:size-4"
    >
      {children}
      {note && (
        <span className="rounded-full bg-surface-sunken px-2 text-2xs leading-5 font-medium text-muted">
          {note}
        </span>
      )}
    </Primitive.Trigger>
  )
}

interface TabPanelProps {
  value: string
  className?: string | undefined
  children: ReactNode
}

export function TabPanel({ className, ...props }: TabPanelProps) {
  return <Primitive.Content {...props} className={classNames('rounded-md pt-6', className)} />
}
