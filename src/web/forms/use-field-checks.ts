import { type FocusEvent, useCallback, useEffect, useRef } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Says what is wrong with a field once it is left, and no longer once it is mended. What is empty is not wrong yet:
 * that is for the first try to save. From then on every change checks everything.
 */
export function useFieldChecks<V extends FieldValues>(form: UseFormReturn<V>) {
  type Path = FieldPath<V>
  const { errors, isSubmitted } = form.formState
  const state = useRef({ errors, isSubmitted })
  useEffect(() => {
    state.current = { errors, isSubmitted }
  }, [errors, isSubmitted])
  // Known before it is drawn: the press that leaves a field may be the one that saves.
  useEffect(
    () =>
      form.subscribe({
        formState: { isSubmitted: true },
        callback: (now) => {
          state.current.isSubmitted = now.isSubmitted ?? state.current.isSubmitted
        },
      }),
    [form],
  )

  const check = useCallback(
    (names: Path[]) => {
      const isBlank = (name: Path) => {
        const value: unknown = form.getValues(name) ?? ''
        return typeof value === 'string' && value.trim() === ''
      }
      const blank = names.filter(isBlank)
      if (blank.length > 0) form.clearErrors(blank)
      const filled = names.filter((name) => !isBlank(name))
      if (filled.length > 0) void form.trigger(filled)
    },
    [form],
  )
  const recheck = useCallback(() => {
    if (state.current.isSubmitted) void form.trigger()
    else check(pathsOf(state.current.errors) as Path[])
  }, [form, check])

  const later = useAfterPress()
  function checkLeft({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    // A dialog that one of the fields opened has fields of its own; React hands their events on to here.
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    if (!currentTarget.contains(target) || target.name === '' || state.current.isSubmitted) return
    const name = target.name as Path
    later(() => {
      if (!state.current.isSubmitted) check([name])
    })
  }

  return { recheck, checkLeft }
}

function pathsOf(errors: FieldErrors, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return []
    const path = `${prefix}${key}`
    return typeof error.type === 'string' ? [path] : pathsOf(error as FieldErrors, `${path}.`)
  })
}

/** Waits until a press is over: a message that comes in between would move the pressed button away from the pointer. */
function useAfterPress(): (action: () => void) => void {
  const press = useRef({ isOn: false, waiting: [] as (() => void)[] })
  useEffect(() => {
    const done = new AbortController()
    const options = { capture: true, signal: done.signal }
    function end() {
      press.current.isOn = false
      const actions = press.current.waiting.splice(0)
      // The click comes first.
      setTimeout(() => actions.forEach((action) => action()))
    }
    window.addEventListener('pointerdown', () => (press.current.isOn = true), options)
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
    return () => done.abort()
  }, [])
  return (action) => {
    if (press.current.isOn) press.current.waiting.push(action)
    else action()
  }
}
