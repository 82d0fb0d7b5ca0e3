import { useEffect } from 'react';
import { titleWords } from '../domain/title-words.ts';
import { useDeck, useSession } from '../hooks/deck.ts';
import { useInstances } from '../hooks/resources.ts';
import { dataOf } from '../loadable.ts';

/** Tells on the window's title what runs and what it costs. Draws nothing. */
export function WindowTitle() {
  const { terminal } = useDeck().services;
  const session = useSession();
  const list = dataOf(useInstances());
  const text = titleWords(list?.instances, session?.sandbox === true, list?.missing);
  useEffect(() => terminal.title?.(text), [terminal, text]);
  return null;
}
