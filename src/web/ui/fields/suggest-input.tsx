// The ARIA combobox pattern for a field of free text: a suggestion only fills it in.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Popover } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Input } from './input.tsx'
import { type FindSuggestions, useSuggestions } from './use-suggestions.ts'

interface SuggestInputProps extends Omit<ComponentProps<typeof Input>, 'role' | 'type' | 'trailing'> {
  /** What the list contains, such as "Saved items". */
  listLabel: string
  find: FindSuggestions
  /** Called with the value of the suggestion that was chosen. */
  onSuggestion: (value: string) => void
}

export function SuggestInput(props: SuggestInputProps) {
  const { listLabel, find, onSuggestion, onChange, onKeyDown, onBlur, className, ...input } = props
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  // Null while the list is closed.
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(text ?? '', text !== null, find)
  const isOpen = suggestions.length > 0
  const activeIndex = Math.min(active, suggestions.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  function show(typed: string | null) {
    setText(typed)
    setActive(-1)
  }

  function choose(index: number) {
    const suggestion = suggestions[index]
    if (suggestion) onSuggestion(suggestion.value)
    show(null)
  }

  function move(by: number) {
    // Above the first suggestion is the field itself.
    const count = suggestions.length + 1
    const next = ((activeIndex + 1 + by + count) % count) - 1
    setActive(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
    if (isPlain && isArrow) {
      event.preventDefault()
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1)
      else show(event.currentTarget.value.trim())
      return
    }
    if (isPlain && isOpen && event.key === 'Enter' && activeIndex >= 0) {
      event.preventDefault()
      choose(activeIndex)
      return
    }
    if (event.key === 'Escape' && isOpen) event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab') show(null)
    onKeyDown?.(event)
  }

  const count = suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => !open && show(null)}>
      <Popover.Anchor asChild>
        <div ref={anchor} className={className}>
          <Input
            autoComplete="off"
            {...input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && activeIndex >= 0 ? optionId(activeIndex) : undefined}
            onChange={(event) => {
              const typed = event.target.value.trim()
              show(typed === '' ? null : typed)
              onChange?.(event)
            }}
            onKeyDown={handleKeyDown}
            onBlur={(event) => {
              show(null)
              onBlur?.(event)
            }}
          />
          <span aria-live="polite" className="sr-only">
            {isOpen ? `${count}. Choose with the arrow keys.` : ''}
          </span>
        </div>
      </Popover.Anchor>
      <Popover.Content
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
        }}
        className="z-50 w-80 max-w-[calc(100vw-2rem)] min-w-(--radix-popover-trigger-width) animate-fade-in rounded-lg border border-border bg-surface-raised shadow-float"
      >
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={listLabel}
          tabIndex={-1}
          className="max-h-72 overflow-y-auto p-1"
        >
          {suggestions.map(({ value, label, description }, index) => (
            <div
              key={value}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              // Prevents the field from losing the focus, which would close the list under the pointer.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(index)}
              onKeyDown={() => undefined}
              className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 text-sm aria-selected:bg-surface-sunken touch:min-h-11"
            >
              <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-foreground">{label}</span>
              {description && <span className="shrink-0 text-xs text-muted tabular-nums">{description}</span>}
            </div>
          ))}
        </div>
      </Popover.Content>
    </Popover.Root>
  )
}
