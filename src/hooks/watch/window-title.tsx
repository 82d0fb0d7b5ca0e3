import { useEffect } from 'react';
import { dataOf } from '../../engine/read-health.ts';
import { useInstances } from '../resources.ts';
import { useDeck, useSession } from '../use-deck.ts';
import { titleWords } from './title-words.ts';

/** Tells on the window's title what runs and what it costs. Draws nothing. */
export function WindowTitle() {
  const { terminal } = useDeck().services;
  const session = useSession();
  const list = dataOf(useInstances());
  const text = titleWords(list?.instances, session?.sandbox === true, list?.missing);
  useEffect(() => terminal.title?.(text), [terminal, text]);
  return null;
}
