import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'

export interface HelpTab {
  value: string
  label: string
  content: ReactNode
}

interface HelpTabsProps {
  label: string
  value: string
  tabs: readonly HelpTab[]
  onValueChange: (value: string) => void
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/**
 * Tabs for a pre-rendered page: their content is in the HTML, and all of it is shown without JavaScript. The
 * tabs of the UI kit use style attributes, which the content security policy forbids on these pages.
 */
export function HelpTabs({ label, value, tabs, onValueChange }: HelpTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent, index: number) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const count = tabs.length
    const next = Number.isFinite(step) ? (index + step + count) % count : step > 0 ? count - 1 : 0
    const tab = tabs[next]
    if (!tab) return
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onValueChange(tab.value)
  }
  return (
    <div className="flex flex-col">
      {/* Extends past the line by the padding of a tab, so that the first label aligns with the page. */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="relative -mx-3 flex gap-1 before:absolute before:inset-x-3 before:bottom-0 before:h-px before:bg-border noscript:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`tab-${tab.value}`}
            aria-controls={`panel-${tab.value}`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
            className="relative flex min-h-10 shrink-0 items-center rounded-lg px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-6 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full hover:text-foreground aria-selected:text-foreground aria-selected:after:bg-accent touch:min-h-11"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`panel-${tab.value}`}
          aria-labelledby={`tab-${tab.value}`}
          className={classNames('pt-6', tab.value !== value && 'hidden noscript:block')}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
