// A text field with a list of names, as in the ARIA combobox pattern. Its role stays that of a text field, because it has
// several lines.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { optionMoves } from '../../../web/ui/fields/option-moves.ts'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import type { Person } from '../contract.ts'
import { mentionAt, peopleFor, withMention } from '../mention-text-rules.ts'

interface MentionTextareaProps {
  ref: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  people: readonly Person[]
  rows?: number
}

/** Typing @ opens the list of the people who can be named. */
export function MentionTextarea({ ref, value, onChange, people, rows = 3 }: MentionTextareaProps) {
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  // Where the caret was when something was typed; null while the list is closed.
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const mention = caret === null ? null : mentionAt(value, caret)
  const options = mention ? peopleFor(people, mention.typed) : []
  const isOpen = options.length > 0
  const activeIndex = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  function show(at: number | null) {
    setCaret(at)
    setActive(0)
  }

  function choose({ name }: Person) {
    if (!mention) return
    const { text, caret: next } = withMention(value, mention, name)
    onChange(text)
    show(null)
    // The caret can be set once the new text is in the field.
    requestAnimationFrame(() => {
      ref.current?.focus()
      ref.current?.setSelectionRange(next, next)
    })
  }

  function activate(index: number) {
    setActive(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isOpen || event.nativeEvent.isComposing) return
    const { ArrowDown, ArrowUp, Enter } = optionMoves(options, activeIndex, activate, choose)
    const moves: Record<string, (() => void) | undefined> = {
      ArrowDown,
      ArrowUp,
      Enter,
      Escape: () => show(null),
    }
    const move =
      event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    // Escape closes the list alone, and not the dialog around it.
    event.stopPropagation()
    move()
  }

  const count = options.length === 1 ? '1 person' : `${options.length} people`
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => !open && show(null)}>
      <Popover.Anchor asChild>
        <div ref={anchor}>
          <Textarea
            ref={ref}
            rows={rows}
            value={value}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen ? optionId(activeIndex) : undefined}
            onChange={(event) => {
              show(event.target.selectionStart)
              onChange(event.target.value)
            }}
            onKeyDown={handleKeyDown}
            onBlur={() => show(null)}
          />
          <span aria-live="polite" className="sr-only">
            {isOpen ? `${count}. Choose with the arrow keys and Enter.` : ''}
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
        className="z-50 w-72 max-w-[calc(100vw-2rem)] animate-fade-in rounded-lg border border-border bg-surface-raised shadow-float"
      >
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label="People"
          tabIndex={-1}
          className="max-h-60 overflow-y-auto p-1"
        >
          {options.map((person, index) => (
            <div
              key={person.userId}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              // Prevents the field from losing the focus, which would close the list under the pointer.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(person)}
              onKeyDown={() => undefined}
              className="flex min-h-9 cursor-default items-center rounded-md px-2.5 py-1.5 text-sm text-foreground aria-selected:bg-surface-sunken touch:min-h-11"
            >
              <bdi className="own-words wrap-anywhere">{person.name}</bdi>
            </div>
          ))}
        </div>
      </Popover.Content>
    </Popover.Root>
  )
}
