import fc from 'fast-check';

/** What strangers call their machines, a kind of trouble each. */
export const strangeTexts = [
  '👩‍👩‍👧‍👦 family',
  '👩🏽‍🚀 a',
  '👍🏽 thumb',
  '🏽 tone alone',
  '🇸🇪🇫🇮 flags',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 tags',
  '❤️ heart',
  '1️⃣ keycap',
  '汉字 wide',
  'ｶﾞ half',
  'e\u0301\u0323 marks',
  'שלום right to left',
  'مرحبا right to left',
  'क्ष',
  'क्षत्रिय',
  'हिन्दी दुःख',
  'বাংলা ক্ষ',
  'தமிழ் கோ',
  'മലയാളം ക്ഷ',
  'ൎക dot reph',
  'မြန်မာ',
  'ភាសាខ្មែរ',
  'ไทย กำลัง น้ำ',
  'ລາວ ຄຳ',
  '한국 syllables',
  '\u1112\u1161\u11ab jamo',
  '\u1100\u1100\u1161\u11a8\u11a8 jamo',
  '\u1161\u11a8 no lead',
  'བོད་ཡིག',
] as const;

/**
 * Labels made of all of these and of anything else but the marks of a spoken frame (\ufff0-\ufff7), which are ours: the
 * client takes them out of whatever is not (client/sanitize.ts).
 */
export const strangeLabel = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        ...strangeTexts,
        '\t',
        '\u200b',
        '\u200d',
        '\u094d',
        '\u0301',
        'क',
        'ष',
        '\u0e33',
        '\uff9e',
      ),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join('').replace(/[\ufff0-\ufff7]/g, ''));
