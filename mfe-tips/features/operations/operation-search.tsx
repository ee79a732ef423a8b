import { IconButton } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { useEffect, useRef, useState } from 'react'
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
  const [text, setText] = useState(q)
  const [isTyping, setTyping] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const [shownQ, setShownQ] = useState(q)
  // The address has changed by «Сбросить», a link or «Назад»; what is being typed is newer than any address.
  if (q !== shownQ) {
    setShownQ(q)
    if (!isTyping) setText(q)
  }
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const isClosing = useRef(false)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })

  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => {
      setTyping(false)
      latest.current(text.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTyping, text])

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

  function searchAtOnce(typed: string) {
    setTyping(false)
    setText(typed)
    onSearch(typed.trim())
  }

  function close() {
    isClosing.current = true
    searchAtOnce('')
    setOpened(false)
  }

  const isShown = isOpened || text !== ''
  return (
    <>
      <span className={styles.opener} data-hidden={isShown || undefined} ref={opener}>
        <IconButton icon="search" label="Найти операцию" onClick={() => setOpened(true)} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of the minimum versions know no <search> */}
      <form
        role="search"
        className={styles.search}
        data-shown={isShown || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          searchAtOnce(text)
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
          onChange={(event) => {
            setText(event.currentTarget.value)
            setTyping(true)
          }}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        />
        {isShown && (
          <span className={styles.clear}>
            <IconButton icon="close" label="Очистить поиск" onClick={close} />
          </span>
        )}
      </form>
    </>
  )
}
