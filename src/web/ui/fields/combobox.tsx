// The ARIA combobox pattern. Neither <select> nor <datalist> can search on the server or show a second line.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Spinner } from '../spinner.tsx'
import { Input } from './input.tsx'
import { optionMoves } from './option-moves.ts'
import { type ComboboxOption, type ComboboxSearch, useComboboxOptions } from './use-combobox-options.ts'

interface ComboboxProps extends Omit<
  ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onChange' | 'onSelect' | 'role' | 'type' | 'trailing'
> {
  value: ComboboxOption | null
  onValueChange: (option: ComboboxOption | null) => void
  /** A fixed list that is filtered in the browser. Alternative to `onSearch`. */
  options?: readonly ComboboxOption[]
  /** A search elsewhere. It must be stable across renders, or every render searches again. */
  onSearch?: ComboboxSearch
  emptyText?: ReactNode
}

export function Combobox({
  value,
  onValueChange,
  options: fixed,
  onSearch,
  emptyText = 'Nothing found',
  onBlur,
  className,
  ...props
}: ComboboxProps) {
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const { options, loading, failed } = useComboboxOptions(typed ?? '', open, fixed, onSearch)
  const activeIndex = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  useEffect(() => {
    if (open) document.getElementById(`${id}-option-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, open, activeIndex])

  function show() {
    if (open || props.disabled || props.readOnly) return
    const chosen = (fixed ?? []).findIndex((option) => option.value === value?.value)
    setActive(Math.max(chosen, 0))
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setTyped(null)
  }

  function choose(option: ComboboxOption) {
    onValueChange(option)
    close()
  }

  const moves = optionMoves(options, activeIndex, setActive, choose)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const move = moves[event.key]
    if (open && move) {
      event.preventDefault()
      move()
    } else if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      show()
    } else if (event.key === 'Tab') {
      close()
    }
  }

  const count = options.length === 1 ? '1 result' : `${options.length} results`
  const status = loading ? 'Searching' : failed ? 'The search failed' : count
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? show() : close())}>
      <Popover.Anchor asChild>
        <div ref={anchor} className={className}>
          <Input
            autoComplete="off"
            spellCheck={false}
            {...props}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && activeIndex >= 0 ? optionId(activeIndex) : undefined}
            value={typed ?? value?.label ?? ''}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
              setOpen(true)
              if (event.target.value === '') onValueChange(null)
            }}
            onClick={(event) => {
              // Typing replaces the selected option.
              if (!open) event.currentTarget.select()
              show()
            }}
            onKeyDown={handleKeyDown}
            onBlur={(event) => {
              close()
              onBlur?.(event)
            }}
            trailing={<ChevronsUpDown aria-hidden className="pointer-events-none mr-2 size-4 text-muted" />}
          />
          <span aria-live="polite" className="sr-only">
            {open ? status : ''}
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
        className="z-50 w-(--radix-popover-trigger-width) animate-fade-in rounded-lg border border-border bg-surface-raised shadow-float"
      >
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label="Choices"
          aria-busy={loading || undefined}
          tabIndex={-1}
          className="max-h-64 overflow-y-auto p-1"
        >
          {options.map((option, index) => (
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value?.value}
              data-active={index === activeIndex || undefined}
              // Prevents the field from losing the focus, which would close the list under the pointer.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(option)}
              onKeyDown={handleKeyDown}
              className="flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 py-1.5 text-sm data-active:bg-surface-sunken touch:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-foreground">{option.label}</span>
                {option.description && (
                  <span className="block truncate text-xs text-muted">{option.description}</span>
                )}
              </span>
              {option.value === value?.value && <Check aria-hidden className="size-4 text-accent" />}
            </div>
          ))}
        </div>
        {(loading || options.length === 0) && (
          <p className="flex min-h-9 items-center gap-2 px-3.5 pb-2 text-sm text-muted">
            {loading ? (
              <>
                <Spinner /> Searching...
              </>
            ) : failed ? (
              'The search failed. Type again to retry.'
            ) : (
              emptyText
            )}
          </p>
        )}
      </Popover.Content>
    </Popover.Root>
  )
}
