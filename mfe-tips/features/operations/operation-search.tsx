import { IconButton } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './operation-search.module.css'
import { MAX_SEARCH_LENGTH } from './operations-filter.ts'

/** The delay from the last key to the request, so that a word needs one request instead of one for each letter. */
const TYPING_PAUSE_MS = 400

type OperationSearchProps = {
  /** The text in the address. */
  q: string
  onSearch: (q: string) => void
}

/** On a phone an icon that opens the field. In a wide window always the field. */
export function OperationSearch({ q, onSearch }: OperationSearchProps) {
  const { text, changeText, searchNow } = useDelayedSearch({ q, onSearch })
  const { isOpened, open, close, input, opener } = useOpenedField()
  const isShown = isOpened || text !== ''

  function clear() {
    close()
    searchNow('')
  }

  return (
    <>
      <span className={styles.opener} data-hidden={isShown || undefined} ref={opener}>
        <IconButton icon="search" label="Найти операцию" onClick={open} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of the minimum versions know no <search> */}
      <form
        role="search"
        className={styles.search}
        data-shown={isShown || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          searchNow(text)
        }}
      >
        <Icon name="search" size={20} className={styles.icon} />
        <input
          ref={input}
          className={styles.input}
          type="search"
          enterKeyHint="search"
          aria-label="Найти операцию"
          placeholder="Сумма, отзыв, номер"
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={text}
          onChange={(event) => changeText(event.currentTarget.value)}
          onKeyDown={({ key }) => key === 'Escape' && clear()}
        />
        {isShown && (
          <span className={styles.clear}>
            <IconButton icon="close" label="Очистить поиск" onClick={clear} />
          </span>
        )}
      </form>
    </>
  )
}

/** The typed text, which is searched for after a pause in typing, or immediately by `searchNow`. */
function useDelayedSearch({ q, onSearch }: OperationSearchProps) {
  const [text, setText] = useState(q)
  const [isTyping, setTyping] = useState(false)
  const [shownQ, setShownQ] = useState(q)
  // The address has changed by «Сбросить», a link or «Назад»; what is being typed is newer than any address.
  if (q !== shownQ) {
    setShownQ(q)
    if (!isTyping) setText(q)
  }
  const searchTyped = useEffectEvent(() => {
    setTyping(false)
    onSearch(text.trim())
  })
  useEffect(() => {
    if (!isTyping) return
    // Each key starts the pause again.
    const timer = setTimeout(() => searchTyped(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTyping, text])

  function changeText(typed: string) {
    setText(typed)
    setTyping(true)
  }

  function searchNow(typed: string) {
    setTyping(false)
    setText(typed)
    onSearch(typed.trim())
  }

  return { text, changeText, searchNow }
}

/** The icon of a phone opens the field, which takes the focus; closing the field gives the focus back to the icon. */
function useOpenedField() {
  const [isOpened, setOpened] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const isClosing = useRef(false)

  useEffect(() => {
    if (isOpened) input.current?.focus()
  }, [isOpened])

  // Where the window is wide there is no icon, and the focus stays in the field.
  useEffect(() => {
    if (!isClosing.current) return
    isClosing.current = false
    const button = opener.current?.querySelector('button')
    button?.focus()
    if (document.activeElement !== button) input.current?.focus()
  })

  function open() {
    setOpened(true)
  }

  function close() {
    isClosing.current = true
    setOpened(false)
  }

  return { isOpened, open, close, input, opener }
}
