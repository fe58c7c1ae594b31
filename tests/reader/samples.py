"""Texts to read in the tests."""

from __future__ import annotations

HARBOUR = """# The Harbour That Grows Its Own Walls

## A wall of oysters

The harbour of Lowmere will be protected by living reefs of oysters instead of concrete walls. Engineers lowered the
first four hundred cages into the bay on Tuesday, each seeded with a million oyster larvae. The larvae settle on old
shells and fuse into a reef that grows faster than the sea rises. A reef of this kind breaks the force of waves long
before they reach the quay. It also repairs itself after a storm, which no wall of concrete has ever done.

However, the reef needs six years to reach its full height. Until then the old sea wall has to be maintained. The
council has set aside four million crowns for that work. This sum was approved without a vote against it.

## What it costs

The whole project costs nineteen million crowns, a third of the price of a new concrete wall. Fishing crews receive a
yearly payment because they may no longer drag nets across the bay. They had asked for twice as much. Insurers have
promised lower premiums for houses behind the reef once it has survived three winters.

- Cages and larvae cost seven million crowns.
- Sensors and boats cost two million crowns.
- Payments to fishing crews take the rest.

## What could go wrong

Warm summers are the greatest danger to the oysters. In the summer of the great heat, a trial reef further south lost
half of its animals within a week. Researchers therefore chose larvae from a bay where the water is warmer already.
They will count the oysters every spring and publish the result. A disease that killed oysters elsewhere has never been
found in Lowmere. If it came, the cages themselves would still break some of the waves.

"We are asking an animal to do the work of a machine," said Edda Quill, who leads the project. "It has done so for
longer than there have been machines." Children from the school on the quay have named the first cage Old Grumbler. A
camera shows it on a screen in the library, where nothing much happens, slowly.

## What comes next

Two neighbouring towns have asked for the drawings. The ministry wants to know within a year whether reefs could
protect a tenth of the coast. Lowmere itself plans a second reef at the mouth of the river, where the current is
stronger. For now the harbour master looks at the water every morning and sees no difference at all. That, he says, is
what a good wall looks like.
"""

ARABIC = """يحمي ميناء لومير نفسه بشعاب من المحار بدلا من الجدران الخرسانية. أنزل المهندسون أول أربعمئة قفص في
الخليج يوم الثلاثاء. تلتصق اليرقات بالأصداف القديمة وتكون شعابا تنمو أسرع من ارتفاع البحر. هل تتحمل
الشعاب العواصف؟ تصلح الشعاب نفسها بعد كل عاصفة.

يكلف المشروع تسعة عشر مليون كرونة، أي ثلث ثمن الجدار الجديد. يحصل الصيادون على مبلغ سنوي لأنهم لا
يستطيعون الصيد في الخليج. الصيف الحار هو أكبر خطر على المحار. يعد الباحثون المحار كل ربيع وينشرون
النتيجة. تريد بلدتان مجاورتان الحصول على الرسوم.
"""

HEBREW = """נמל לומיר יוגן על ידי שוניות חיות של צדפות במקום קירות בטון. המהנדסים הורידו את ארבע מאות הכלובים
הראשונים אל המפרץ ביום שלישי. הצדפות נדבקות לקונכיות ישנות ויוצרות שונית שגדלה מהר יותר מעליית הים.
השונית מתקנת את עצמה אחרי כל סערה.

הפרויקט כולו עולה תשעה עשר מיליון כתרים. הקיץ החם הוא הסכנה הגדולה ביותר לצדפות. החוקרים יספרו את
הצדפות בכל אביב.
"""

CHINESE = """\
洛米尔港将由活的牡蛎礁保护，而不是混凝土墙。工程师们星期二把第一批四百个笼子放进了海湾。
每个笼子里有一百万只牡蛎幼虫。幼虫附着在旧贝壳上，长成比海平面上升更快的礁石。
这样的礁石在海浪到达码头之前就能减弱它的力量。暴风雨过后它还会自己修复。

整个项目耗资一千九百万克朗，是新混凝土墙价格的三分之一。渔民每年得到补偿，
因为他们不能再在海湾里拖网。炎热的夏天是牡蛎最大的危险。研究人员每年春天都会数牡蛎并公布结果。
两个邻近的城镇已经要求得到图纸。港务长每天早晨看着水面，却看不出任何变化。
"""

HOSTILE = (
    """<script>window.broken = 1</script> is how this report begins, and it was typed by hand. The author adds
<img src=x onerror="window.broken = 2"> in the middle of a sentence about rivers. </script><svg onload=window.broken=3>
closes what was never opened, says the editor of the report. A line with <!-- a comment that never ends is
followed by one with ]]> and by one with &lt;b&gt; in it. The river report also quotes javascript:window.broken=4 as a
name of a place. \u2028 and \u2029 separate lines in some programs, and \U0001f600 lies beyond the basic plane. An emoji
such as \U0001f468\u200d\U0001f469\u200d\U0001f467 counts as one sign to a reader and as more to a machine, the report
says. Rivers carry all of it to the sea.

A word of its own: """
    + "Donaudampfschifffahrt" * 60
    + """ stands here, says the report about rivers. The river report ends with
a style="position:fixed" and a \u202eturned\u202c word.
"""
)
