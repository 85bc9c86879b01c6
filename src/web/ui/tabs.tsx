import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

interface TabsProps {
  value: string
  onValueChange: (value: string) => void
  /** `manual` where a tab opens another page: the arrow keys then only move the focus. */
  activationMode?: 'automatic' | 'manual'
  children: ReactNode
}

export function Tabs(props: TabsProps) {
  const root = useRef<HTMLDivElement>(null)
  const { value } = props
  useEffect(() => showTab(root.current, value), [value])
  return <Primitive.Root {...props} ref={root} className="flex min-w-0 flex-col" />
}

/** On a phone, the tabs may be wider than the screen. Scrolls their line alone, not the page. */
function showTab(root: HTMLElement | null, value: string): void {
  const tabs = [...(root?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  // Radix makes the ids of tabs this way.
  const tab = tabs.find(({ id }) => id.endsWith(`-trigger-${value}`))
  const line = tab?.parentElement
  if (!tab || !line) return
  const end = tab.offsetLeft + tab.offsetWidth
  if (tab.offsetLeft < line.scrollLeft) line.scrollLeft = tab.offsetLeft
  else if (end > line.scrollLeft + line.clientWidth) line.scrollLeft = end - line.clientWidth
}

export function TabList({ label, children }: { label: string; children: ReactNode }) {
  // Radix focuses a clicked tab by script, for which browsers would show the focus ring.
  const [isPressed, setIsPressed] = useState(false)
  return (
    // Wider than its bottom line by the padding of a tab, so that the first label is aligned with the page.
    <div className="relative -mx-3 before:absolute before:inset-x-3 before:bottom-0 before:h-px before:bg-border">
      <Primitive.List
        aria-label={label}
        // The tab has handled the press. By default, the Tab key would select the tab clicked last.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDownCapture={() => setIsPressed(true)}
        onKeyDownCapture={() => setIsPressed(false)}
        // Not while the focus moves from one tab to the next.
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setIsPressed(false)
        }}
        className={classNames(
          'flex gap-1 overflow-x-auto [scrollbar-width:none]',
          isPressed && '[&_[role=tab]]:outline-none',
        )}
      >
        {children}
      </Primitive.List>
    </div>
  )
}

interface TabProps {
  value: string
  disabled?: boolean
  /** A short text beside the label, such as "Coming Soon". */
  note?: string | undefined
  children: ReactNode
}

/** On a phone the note is below the label, so that more tabs fit side by side. */
export function Tab({ value, disabled = false, note, children }: TabProps) {
  return (
    <Primitive.Trigger
      value={value}
      disabled={disabled}
      className="relative flex min-h-10 shrink-0 items-center justify-center gap-x-2 rounded-lg max-sm:flex-col px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-6 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full enabled:hover:text-foreground disabled:cursor-not-allowed data-[state=active]:text-foreground data-[state=active]:after:bg-accent touch:min-h-11 [&_svg]:size-4"
    >
      {children}
      {note && (
        <span className="rounded-full bg-surface-sunken px-2 text-2xs leading-5 font-medium text-muted max-sm:leading-4">
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
