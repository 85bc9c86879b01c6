// The ARIA combobox pattern: the field keeps the focus, and the arrow keys move through the list.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { optionMoves } from '../../../web/ui/fields/option-moves.ts'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { type PaletteOption, useFound } from './use-found.ts'

/** Finds screens, clients, documents and actions, by keyboard alone. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search"
      description="A client, a number, an amount, a screen or something to do"
    >
      <PaletteSearch onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PaletteSearch({ onDone }: { onDone: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { groups, isSearching, isFailed } = useFound(text)
  const options = groups.flatMap((group) => group.options)
  const activeIndex = Math.min(active, options.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  useEffect(() => {
    document.getElementById(`${id}-option-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])

  function choose({ link }: PaletteOption) {
    onDone()
    void navigate(link)
  }

  const moves = optionMoves(options, activeIndex, setActive, choose)

  function handleKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    // Home and End move in a text that is not empty.
    const isInText = text !== '' && (event.key === 'Home' || event.key === 'End')
    if (event.nativeEvent.isComposing || !move || isInText) return
    event.preventDefault()
    move()
  }

  const count = options.length === 1 ? '1 result' : `${options.length} results`
  return (
    // As tall as its longest list on a wide screen, so that the dialog stays where it is while results change.
    <div className="flex min-h-80 flex-col gap-2 sm:min-h-[min(62dvh,36rem)]">
      <div className="sticky top-0 z-10 bg-surface-raised pt-0.5 pb-1">
        <Input
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeIndex >= 0 ? optionId(activeIndex) : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          leading={isSearching ? <Spinner /> : <Search aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <span aria-live="polite" className="sr-only">
        {isSearching ? 'Searching' : count}
      </span>
      <div role="listbox" id={`${id}-list`} aria-label="Results" tabIndex={-1} className="pb-2">
        {groups.map(({ label, options: ofGroup }) => (
          <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
            <p id={`${id}-${label}`} className="px-2.5 pt-3 pb-1 text-xs font-medium text-muted">
              {label}
            </p>
            {ofGroup.map((option) => {
              const index = options.indexOf(option)
              return (
                <Option
                  key={option.key}
                  id={optionId(index)}
                  option={option}
                  isActive={index === activeIndex}
                  onPoint={() => setActive(index)}
                  onChoose={() => choose(option)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {isFailed && <p className="px-2.5 text-sm text-muted">The search failed. Type again to retry.</p>}
      {!isFailed && !isSearching && options.length === 0 && (
        <p className="px-2.5 text-sm text-muted">
          Nothing found. Try a client’s name, the number of an invoice or an amount, such as 150.00.
        </p>
      )}
    </div>
  )
}

interface OptionProps {
  id: string
  option: PaletteOption
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, option: { title, detail, amount }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // The keys are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-active={isActive || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="flex min-h-11 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 text-sm data-active:bg-surface-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-foreground">{title}</span>
        {detail && <span className="block truncate text-xs text-muted">{detail}</span>}
      </span>
      {amount && <span className="shrink-0 tabular-nums">{amount}</span>}
    </div>
  )
}
