import { type CSSProperties, type PointerEvent, type RefObject, useState } from 'react'
import { dropIndex, shiftOf } from './line-order.ts'

interface Drag {
  from: number
  to: number
  offset: number
  /** The height of the dragged row, including the gap. */
  space: number
}

/** The distance from the edge of the window at which dragging scrolls, and the pixels per movement. */
const edge = { near: 72, step: 16 }

/** Drags the children of a list by a handle. The order changes only when the row is dropped. */
export function useLineDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function start(event: PointerEvent<HTMLElement>, from: number) {
    const rows = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top: top + window.scrollY, height }
    })
    const [first, second] = rows
    const dragged = rows[from]
    if (event.button !== 0 || !first || !second || !dragged) return
    event.preventDefault()
    const space = dragged.height + second.top - first.top - first.height
    const origin = event.pageY
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const done = new AbortController()
    let current: Drag = { from, to: from, offset: 0, space }
    setDrag(current)

    function handleMove({ pageY, clientY }: globalThis.PointerEvent) {
      const offset = pageY - origin
      current = { from, to: dropIndex(rows, from, offset), offset, space }
      setDrag(current)
      if (clientY < edge.near) window.scrollBy(0, -edge.step)
      else if (clientY > window.innerHeight - edge.near) window.scrollBy(0, edge.step)
    }
    function end(isDropped: boolean) {
      done.abort()
      setDrag(null)
      if (isDropped && current.to !== from) onDrop(from, current.to)
    }
    const { signal } = done
    handle.addEventListener('pointermove', handleMove, { signal })
    handle.addEventListener('pointerup', () => end(true), { signal })
    handle.addEventListener('pointercancel', () => end(false), { signal })
  }

  function styleOf(index: number): CSSProperties | undefined {
    if (!drag) return undefined
    if (index === drag.from) return { transform: `translateY(${drag.offset}px)`, zIndex: 1 }
    const shift = shiftOf(index, drag.from, drag.to) * drag.space
    return { transform: `translateY(${shift}px)`, transition: 'transform 150ms' }
  }

  return { dragged: drag?.from ?? null, start, styleOf }
}
